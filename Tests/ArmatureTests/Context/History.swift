import TestSupport

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A random context history next to its reference, with rows that partly come from a source, and with hooks that change
/// other objects.
///
/// Each action of a hook is applied to the reference at the same time, so that both agree whenever hooks run.
///
/// `@unchecked Sendable`: only the task that created it uses it.
final class History: @unchecked Sendable {
  /// The history of the running hooks.
  @TaskLocal static var current: History?

  private var random: SplitMix64
  private let hasHooks: Bool
  let context: ManagedObjectContext
  let source: DictionaryStore
  var reference: ReferenceGraph
  private var savedState: ContextSnapshot
  /// The remaining number of hook actions in this step.
  private var budget = 0
  /// The keys of the objects that were deleted when a save began, or by its hooks.
  private var askedAgain: Set<Int64> = []
  /// Whether a running save has not been applied to the reference yet.
  private var isCommitPending = false
  /// The number of saves and complete rollbacks.
  private(set) var epoch = 0
  private var hasSavedDenial = false
  /// The objects with a saved deletion that may have been undone since.
  private var onceDeleted: Set<Int> = []
  /// The objects created so far by a load.
  private var loaded: [Int]?
  private(set) var counts: [String: Int] = [:]

  /// The first key of the objects from the source.
  static let firstKey = 1_000_000

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    hasHooks = random.oneIn(2)
    let model =
      hasHooks
      ? try RandomModel.make(&random, of: HistoryObject.self) : try RandomModel.make(&random)
    let hasSource = !random.oneIn(3)
    source = DictionaryStore(model)
    context = ManagedObjectContext(model: model, store: hasSource ? source : nil)
    reference = ReferenceGraph(model)
    savedState = ContextSnapshot(context)
    if hasSource { fillSource() }
  }

  /// Creates saved objects that the context does not know.
  private func fillSource() {
    for index in 0..<(3 + random.below(6)) {
      let number = Self.firstKey + index
      reference.insert(number, random.pick(context.model.entities).name)
      reference.set(number, "n", .int(Int64(random.below(4))))
      reference.set(number, "t", .string("text \(100 + index)"))
    }
    for number in reference.present {
      for relationship in reference.relationships(of: number) where random.oneIn(2) {
        let targets = targets(of: relationship).prefix(relationship.isToMany ? 3 : 1)
        reference.setLinks(number, relationship.name, Array(targets))
      }
    }
    reference.save()
    source.rows = reference.savedRows(id)
  }

  private func id(_ number: Int) -> ManagedObjectID {
    ManagedObjectID(
      entityName: reference.nodes[number]?.entity ?? "", key: Int64(number),
      storeID: context.graph.storeID, isTemporary: false)
  }

  /// Returns the object with a number, as a fault if necessary.
  func object(_ number: Int) -> ManagedObject? {
    context.graph.object(StoreSlots(context.graph).handle(of: id(number)))
  }

  // MARK: Hooks

  func awake(_ object: ManagedObject) {
    reference.insert(object.graphKey, object.entity.name)
    loaded?.append(object.graphKey)
    hook(mayDelete: true)
  }

  /// Performs a random action in the middle of the context's work.
  func hook(mayDelete: Bool) {
    guard budget > 0, random.oneIn(2) else { return }
    budget -= 1
    counts["hook", default: 0] += 1
    _ = try? act(mayDelete: mayDelete, mayInsert: loaded == nil)
    noteDeletions()
  }

  /// A save queries the links of objects to be deleted again.
  private func noteDeletions() {
    askedAgain.formUnion(context.deletedObjects.map(\.graphKey).map(Int64.init))
  }

  func didSave() {
    commit()
    hook(mayDelete: true)
  }

  private func commit() {
    guard isCommitPending else { return }
    isCommitPending = false
    if reference.hasDenials { hasSavedDenial = true }
    onceDeleted.formUnion(reference.nodes.filter(\.value.isDeleted).keys)
    reference.save()
    savedState = ContextSnapshot(context)
    epoch += 1
  }

  // MARK: Steps

  /// Takes one step and returns its description.
  func step() throws -> String {
    budget = 3
    let (name, outcome) = try Self.$current.withValue(self) { try anyStep() }
    counts[name, default: 0] += 1
    return "\(name) \(outcome)"
  }

  private func anyStep() throws -> (String, String) {
    if reference.present.isEmpty { return ("act", try insert()) }
    switch random.below(40) {
    case 0, 1, 2, 3: return try save()
    case 4, 5: return ("roll back", rollback())
    case 6: return ("load", try load())
    case 7, 8: return ("changeset", try changeset())
    case 9, 10: return ("mark", try tryOut(depth: 2))
    default: return ("act", try act(mayDelete: true, mayInsert: true))
    }
  }

  /// Changes one object or link.
  private func act(mayDelete: Bool, mayInsert: Bool) throws -> String {
    let present = reference.present.filter { loaded?.contains($0) != true }
    if mayInsert, present.isEmpty || (present.count < 14 && random.oneIn(5)) { return try insert() }
    guard !present.isEmpty else { return "nothing" }
    let number = random.pick(present)
    guard let object = object(number) else { return "WRONG, lost object \(number)" }
    switch random.below(20) {
    case 0, 1: return mayDelete ? try delete(object, number) : try setValue(object, number)
    case 2, 3, 4: return try setValue(object, number)
    default: return try link(object, number, among: present)
    }
  }

  private func insert() throws -> String {
    let entity = random.pick(context.model.entities).name
    let object = try context.insert(entity)
    if !hasHooks { reference.insert(object.graphKey, entity) }
    return "insert \(object.objectID)"
  }

  private func delete(_ object: ManagedObject, _ number: Int) throws -> String {
    try context.delete(object)
    reference.delete(number)
    return "delete \(number)"
  }

  private func setValue(_ object: ManagedObject, _ number: Int) throws -> String {
    let name = random.pick(["n", "t"])
    let value = value(name)
    try object.setValue(value, forKey: name)
    reference.set(number, name, value)
    return "set \(number).\(name) to \(value)"
  }

  private func value(_ name: String) -> AttributeValue {
    if random.oneIn(3) { return .null }
    return name == "n" ? .int(Int64(random.below(5))) : .string("text \(random.below(30))")
  }

  private func targets(
    of relationship: RelationshipDescription, among numbers: [Int]? = nil
  ) -> [Int] {
    let candidates = (numbers ?? reference.present).filter { number in
      context.model.entity(
        reference.nodes[number]?.entity ?? "", isKindOf: relationship.destination)
    }
    return (0..<random.below(4)).compactMap { _ in
      candidates.isEmpty ? nil : random.pick(candidates)
    }
  }

  private func link(
    _ object: ManagedObject, _ number: Int, among numbers: [Int]
  ) throws -> String {
    let relationships = reference.relationships(of: number)
    guard !relationships.isEmpty else { return try setValue(object, number) }
    let relationship = random.pick(relationships)
    let name = relationship.name
    let targets = targets(of: relationship, among: numbers)
    guard relationship.isToMany else {
      let target = targets.first
      try object.setValue(target.flatMap(self.object), forKey: name)
      reference.setLinks(number, name, targets.prefix(1).map { $0 })
      return "set \(number).\(name) to \(target.map(String.init) ?? "nil")"
    }
    guard let target = targets.first, let other = self.object(target), !random.oneIn(3) else {
      try object.setValue(targets.compactMap(self.object), forKey: name)
      reference.setLinks(number, name, targets)
      return "set \(number).\(name) to \(targets)"
    }
    if random.oneIn(3) {
      try object.remove(other, from: name)
      reference.removeLink(number, name, target)
      return "remove \(target) from \(number).\(name)"
    }
    let position = random.oneIn(2) ? nil : random.below(6) - 1
    try object.insert(other, into: name, at: position)
    reference.insertLink(number, name, target, at: position.map { max(0, $0) })
    return "insert \(target) into \(number).\(name) at \(position.map(String.init) ?? "the end")"
  }

  // MARK: Units of work

  private func save() throws -> (String, String) {
    let (before, formerReference) = (ContextSnapshot(context), reference)
    isCommitPending = true
    defer { isCommitPending = false }
    askedAgain = []
    noteDeletions()
    defer { source.forgetRequests(of: askedAgain) }
    do {
      try context.save()
      let isQuiet = isCommitPending || budget == 3
      commit()
      if hasSavedDenial { return ("save", "WRONG, saves a deletion that is denied") }
      return ("save", isQuiet ? problemOfIdleContext : "")
    } catch let report as ValidationReport {
      let isRight = report.allSatisfy(isRight)
      // The holders of unique values are read again before a save is rejected.
      let holders = report.flatMap { failure -> [ManagedObjectID?] in
        guard case .rule(.unique, _, _, let others) = failure.kind else { return [] }
        return others.map(\.id) + [failure.objectID]
      }
      source.forgetRequests(of: Set(holders.compactMap { $0?.key }))
      if report.contains(where: { $0.code == "delete.denied" }) {
        counts["denial", default: 0] += 1
      }
      // Effects of hooks, closures and derivations are reverted as well.
      reference = formerReference
      let after = ContextSnapshot(context, only: before.ids)
      if before != after { return ("refusal", "WRONG, changed\n\(before)\nto\n\(after)") }
      return ("refusal", isRight ? "" : "WRONG, \(report)")
    }
  }

  private func isRight(_ failure: ValidationFailure) -> Bool {
    guard let number = failure.objectID.map({ Int($0.key) }) else { return false }
    switch failure.code {
    // In a context that has loaded the object again, redoing a deletion meets links that were unknown.
    case "delete.denied": return reference.isDenied(number) || onceDeleted.contains(number)
    case "unique":
      return reference.isDuplicate(number) { number in
        object(number).map { !$0.row.state.contains(.fault) } ?? false
      }
    default: return reference.nodes[number]?.values["n"] == 4 && "\(failure)".contains("four")
    }
  }

  private func rollback() -> String {
    context.rollback()
    reference.rollback()
    epoch += 1
    let state = ContextSnapshot(context, only: savedState.ids)
    return state == savedState
      ? problemOfIdleContext : "WRONG, not the saved state\n\(savedState)\nbut\n\(state)"
  }

  private var problemOfIdleContext: String {
    let isIdle =
      !context.hasChanges && context.insertedObjects.isEmpty && context.updatedObjects.isEmpty
      && context.deletedObjects.isEmpty
      && context.registeredObjects.allSatisfy {
        $0.objectState == .unchanged && $0.changedValues.isEmpty
      }
    return isIdle ? "" : "WRONG, the context has changes"
  }

  /// Loads two records; one of them is usually invalid.
  private func load() throws -> String {
    let entity = random.pick(context.model.entities).name
    let isWrong = !random.oneIn(3)
    let text = "[{\"n\": 3}, {\"n\": \(isWrong ? "\"x\"" : "null")}, {}]"
    let (before, formerReference) = (ContextSnapshot(context), reference)
    loaded = []
    defer { loaded = nil }
    do {
      let result = try context.load(LoadSource.text(text, as: entity))
      if !hasHooks { for object in result.objects { reference.insert(object.graphKey, entity) } }
      if let first = result.objects.first { reference.set(first.graphKey, "n", 3) }
      return result.objects.count == 3 && !isWrong ? "" : "WRONG, loaded \(result.objects)"
    } catch {
      reference = formerReference
      let after = ContextSnapshot(context, only: before.ids)
      if before != after { return "refused: WRONG, changed\n\(before)\nto\n\(after)" }
      return isWrong ? "refused" : "WRONG, \(error)"
    }
  }

  /// Tests the effect of values on an object and sometimes applies them.
  private func changeset() throws -> String {
    let number = random.pick(reference.present)
    guard let object = object(number) else { return "WRONG, lost object \(number)" }
    var values = ["n": value("n")]
    let relationship = reference.relationships(of: number).randomElement(using: &random)
    var targets: [Int] = []
    if let relationship {
      targets = self.targets(of: relationship)
      if !relationship.isToMany { targets = Array(targets.prefix(1)) }
      let ids = targets.map(id)
      values[relationship.name] =
        relationship.isToMany ? .objects(ids) : ids.first.map { .object($0) } ?? .null
      // The IDs must belong to registered objects.
      for target in targets { _ = self.object(target) }
    }
    let before = ContextSnapshot(context)
    let changes = Changeset(object, casting: values, allowing: Array(values.keys))
    let after = ContextSnapshot(context, only: before.ids)
    if before != after { return "on \(number): WRONG, changed\n\(before)\nto\n\(after)" }
    guard changes.isValid, random.oneIn(2) else { return "on \(number), dropped" }
    try changes.apply()
    reference.set(number, "n", values["n"] ?? .null)
    if let relationship { reference.setLinks(number, relationship.name, targets) }
    return "on \(number), applied \(values)"
  }

  /// Makes some changes and keeps or reverts them.
  private func tryOut(depth: Int) throws -> String {
    let (before, formerReference) = (ContextSnapshot(context), reference)
    let mark = context.graph.mark()
    var steps: [String] = []
    for _ in 0..<(1 + random.below(5)) {
      steps.append(
        depth > 0 && random.oneIn(5)
          ? try tryOut(depth: depth - 1) : try act(mayDelete: true, mayInsert: true))
    }
    let text = "(\(steps.joined(separator: "; ")))"
    if random.oneIn(2) {
      context.graph.keepChanges(since: mark)
      return "keep \(text)"
    }
    context.graph.goBack(to: mark)
    reference = formerReference
    let after = ContextSnapshot(context, only: before.ids)
    return "go back over \(text)\(before == after ? "" : ": WRONG, \(before)\nbecame\n\(after)")"
  }
}
