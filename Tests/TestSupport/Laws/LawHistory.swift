@_spi(Invariants) package import Armature
import ArmatureModel

/// Random histories of several contexts of one store that edit, save, undo and conflict, while other saves open windows
/// between a context's reads and its commit.
///
/// After each step with a confirmed save, the saved state is consistent and valid, derived values are correct, and each
/// transaction has changed what it names. With the policy `.error`, the result equals the saves in sequence.
package final class LawHistory<Random: RandomNumberGenerator> {
  /// Settings of a history.
  package struct Settings: Sendable {
    /// The policy of all saves; `nil` for any.
    package var policy: (name: String, policy: MergePolicy)?
    /// Whether other contexts save in the middle of calls.
    package var hasWindows = true
    /// Whether the edits are replayed in sequence, which requires the policy ``MergePolicy/error``.
    package var isSerial = false
    /// Whether a single context creates all objects, so that its saves must not read.
    package var isAlone = false

    package init() {}
  }

  package var random: Random
  let settings: Settings
  let note: (String) -> Void
  let store: LawStore
  let container: PersistentContainer
  var nodes: [LawContext] = []
  /// The IDs of all objects, including deleted ones.
  var ids: [ManagedObjectID] = []
  private var windowCount = 0
  /// The number of unnecessary reads by saves.
  private var needlessReads: Int?
  /// The effects of running saves, with the number of commits before them.
  private var saving: [String: (effects: [EditEffect], commitCount: Int)] = [:]
  /// The effects of completed saves in the order of their commits, and their transactions.
  private var saved: [(effects: [EditEffect], transaction: StoreTransaction)] = []
  /// The number of times that each event occurred.
  package internal(set) var counts: [String: Int] = [:]

  var model: ManagedObjectModel { container.model }

  package init(
    _ random: Random, on base: any PersistentStore = InMemoryStore(),
    _ settings: Settings = Settings(), note: @escaping (String) -> Void
  ) throws {
    var random = random
    // The number 0 produces the smallest model.
    var parts = LawModel.Parts(rawValue: random.below(LawModel.Parts.all.rawValue + 1))
    // Only the store knows the notes about an item.
    if settings.isAlone { parts.remove(.notes) }
    store = LawStore(base)
    container = try PersistentContainer(
      model: LawModel.make(parts.isEmpty ? .items : parts), store: store)
    (self.settings, self.note) = (settings, note)
    self.random = random
    for line in model.lines { note(line) }
    for name in settings.isAlone ? ["a"] : ["a", "b", "c"] {
      let context = container.makeContext()
      context.name = name
      context.retainsRegisteredObjects = settings.isAlone
      context.mergesChangesAutomatically = self.random.oneIn(4)
      context.recordsUndo = !settings.isSerial && self.random.oneIn(3)
      var words = context.recordsUndo ? " records undo" : ""
      if context.mergesChangesAutomatically { words += " merges by itself" }
      note("\(name) is there\(words)")
      nodes.append(LawContext(name, context))
    }
    store.committed = { [unowned self] name, transaction in
      guard let name, let (effects, count) = saving[name] else { return }
      let others = saved[count...].map(\.transaction)
      let remaining = effects.filter { !$0.isMerged(into: transaction, after: others, model) }
      saved.append((remaining, transaction))
    }
    store.opensWindow = { [unowned self] in
      if windowCount == 0 || self.random.bool() { return false }
      windowCount -= 1
      return true
    }
  }

  /// Takes some steps; returns the problem, or `nil` on success.
  package func problem(steps: Int) -> String? {
    do {
      try stock()
      for _ in 0..<steps {
        let commits = store.commitCount
        try step()
        windowCount = 0
        if let problem = store.problem ?? brokenInvariant { return problem }
        if let reads = needlessReads {
          return "a save reads \(reads) times, and nobody else has saved"
        }
        if store.commitCount > commits, let problem = try wrongState { return problem }
      }
      return settings.isSerial ? try serialProblem() : nil
    } catch {
      return "a step throws \(error)"
    }
  }

  /// Saves a few objects of each entity, so that all contexts can know them.
  private func stock() throws {
    let node = nodes[0]
    for entity in model.entities {
      for _ in 0..<2 { try insert(node, entity) }
    }
    _ = try save(node, windows: 0)
  }

  private var brokenInvariant: String? {
    for node in nodes {
      if let broken = node.context.checkInvariants().first { return "\(node.name): \(broken)" }
    }
    return nil
  }

  /// A problem with the saved state.
  private var wrongState: String? {
    get throws {
      do {
        let report = try container.verify()
        // Items have no relationship to the notes about them, so a restored item can leave its notes invalid.
        return report.first { $0.severity == .error && $0.entity != "Note" }
          .map { "what is saved is wrong: \($0)" }
      } catch {
        return "what is saved is wrong: \(error)"
      }
    }
  }

  private func serialProblem() throws -> String? {
    var replay = try SerialReplay(model)
    for (number, save) in saved.enumerated() {
      do {
        try replay.play(save.effects)
      } catch {
        if replay.isOpen { return nil }
        return "save \(number + 1) of \(saved.count) is refused after those before it: \(error)"
      }
    }
    if replay.isOpen { return nil }
    return try replay.difference(from: GraphImage(of: store.base, model)).map {
      "the saves one after the other come to another store: \($0)"
    }
  }

  private func step() throws {
    // The number 0 does nothing, so that steps can be left out.
    let choice = random.below(24)
    if choice == 0 { return }
    let node = random.pick(nodes)
    if settings.isAlone, !(1..<16).contains(choice), choice != 20 { return }
    switch choice {
    case 1..<8: try edit(node)
    case 8..<16: _ = try save(node, windows: random.below(4))
    case 16: try race()
    case 17: try child(node)
    case 18 where node.context.recordsUndo, 19 where node.context.recordsUndo: undo(node)
    case 20: rollBack(node)
    case 21:
      note("\(node.name): refresh all")
      try node.context.refreshAll()
    case 22:
      let entity = random.pick(model.entities).name
      note("\(node.name): fetch \(entity)")
      node.held += try node.context.fetch(entity)
    default:
      guard random.oneIn(3) else { return try edit(node) }
      note("\(node.name): reset")
      node.held = []
      node.context.reset()
      node.log = EditLog()
    }
  }

  /// Two contexts edit, and save one after the other.
  private func race() throws {
    let first = random.below(nodes.count)
    let pair = [nodes[first], nodes[(first + 1) % nodes.count]]
    for node in pair { for _ in 0...random.below(2) { try edit(node) } }
    for node in pair { _ = try save(node, windows: 0) }
  }

  private func undo(_ node: LawContext) {
    if node.context.canRedo, random.oneIn(3) {
      note("\(node.name): redo")
      node.context.redo()
    } else if node.context.canUndo {
      note("\(node.name): undo")
      node.context.undo()
    }
  }

  private func rollBack(_ node: LawContext) {
    note("\(node.name): roll back")
    node.context.rollback()
    node.log = EditLog()
  }

  private func child(_ node: LawContext) throws {
    let child = LawContext("\(node.name)'", node.context.makeChild())
    child.context.name = child.name
    for _ in 0...random.below(2) { try edit(child) }
    if try save(child, windows: 0) { node.log.append(child.savedLog) }
  }

  // MARK: Saving

  /// Saves, with a number of windows for other saves.
  ///
  /// - Returns: Whether the save succeeded.
  func save(_ node: LawContext, windows: Int) throws -> Bool {
    let policies = MergePolicy.all(keeping: "name")
    let (name, policy) =
      settings.isSerial ? policies[0] : settings.policy ?? random.pick(policies)
    node.context.mergePolicy = policy
    let log = settings.isSerial ? try node.log.changed(in: node.context) : node.log
    if settings.isSerial {
      saving[node.name] = (try node.log.effect(in: node.context), saved.count)
    }
    note("\(node.name): save, \(name)")
    if settings.hasWindows, !settings.isAlone, windows > 0 {
      windowCount = windows
      // The store must not retain the node, whose context retains the store.
      let name = node.name
      store.window = { [unowned self] in try open(besides: name) }
    }
    defer { (windowCount, saving[node.name]) = (0, nil) }
    let reads = store.readCount
    do {
      try node.context.save()
      if settings.isAlone, store.readCount > reads { needlessReads = store.readCount - reads }
      node.savedLog = log
      node.log = EditLog()
      counts["save", default: 0] += 1
      return true
    } catch {
      let kind =
        switch error {
        case is MergeConflicts: "conflict"
        case is ValidationReport: "refusal"
        case ManagedObjectError.unstableDerivation: "unstable derivation"
        default: throw error
        }
      counts[kind, default: 0] += 1
      note("\(node.name): it is refused: \(kind)")
      windowCount = 0
      if random.bool() { rollBack(node) }
      return false
    }
  }

  /// Saves another context while one is working.
  private func open(besides name: String) throws {
    let others = nodes.filter { $0.name != name && $0.name + "'" != name }
    let other = random.pick(others)
    note("  in a window:")
    let rest = windowCount
    windowCount = 0
    for _ in 0...random.below(2) { try edit(other) }
    _ = try save(other, windows: 0)
    windowCount = rest
  }
}

/// A context of a history.
final class LawContext {
  let name: String
  let context: ManagedObjectContext
  var log = EditLog()
  /// The edits of the last save.
  var savedLog = EditLog()
  /// Objects that are kept alive.
  var held: [ManagedObject] = []

  init(_ name: String, _ context: ManagedObjectContext) {
    (self.name, self.context) = (name, context)
  }
}
