import TestSupport

@testable import Armature

/// A random history of a context, with undo and redo, compared with earlier states.
final class UndoHistory {
  /// The state between two steps.
  private struct Moment {
    let reference: ReferenceGraph
    /// The complete visible state, valid as long as nothing is saved.
    let snapshot: ContextSnapshot
    let epoch: Int
  }

  private var random: SplitMix64
  private let history: History
  private var moments: [Moment] = []
  /// The index of the current moment.
  private var position = 0
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SplitMix64(seed: ~seed)
    history = try History(seed: seed)
    // Some objects are older than the recording.
    for _ in 0..<random.below(6) { _ = try history.step() }
    history.context.recordsUndo = true
    begin()
  }

  private var context: ManagedObjectContext { history.context }
  private var now: Moment {
    Moment(
      reference: history.reference, snapshot: ContextSnapshot(context), epoch: history.epoch)
  }

  private func begin() {
    moments = [now]
    position = 0
  }

  /// Takes one step; returns its description and the problems.
  func step(isLast: Bool) throws -> (line: String, problems: [String]) {
    let (line, problems) = try anyStep()
    return (line, problems + history.problems(after: line, isLast: isLast))
  }

  private func anyStep() throws -> (String, [String]) {
    switch random.below(8) {
    case 0: return walk(to: random.below(moments.count))
    case 1: return walk(to: 0)
    case 2: return walk(to: moments.count - 1)
    case 3 where random.oneIn(2): return try group()
    default: return try edit(history.step)
    }
  }

  /// Takes several steps that are undone as one.
  private func group() throws -> (String, [String]) {
    let epoch = history.epoch
    let outcome = try edit {
      try context.undoGroup("group") {
        try (0..<(2 + random.below(4))).map { _ in try history.step() }.joined(separator: "\n  ")
      }
    }
    if history.epoch != epoch { counts["group over a save", default: 0] += 1 }
    return outcome
  }

  /// Makes a change and records the resulting moment.
  private func edit(_ body: () throws -> String) throws -> (String, [String]) {
    let (depth, rollbacks) = (context.undoDepth, history.counts["roll back"])
    let text = try body()
    guard history.counts["roll back"] == rollbacks else {
      let isForgotten = !context.canRedo && (!context.canUndo || text.contains("\n"))
      // Changes of a group after a rollback lead back to its middle.
      context.removeAllUndo()
      begin()
      return (text, isForgotten ? [] : ["there are steps after a rollback"])
    }
    if !context.canRedo { moments.removeSubrange((position + 1)...) }
    let isRedoKept = context.canRedo == (position + 1 < moments.count)
    switch context.undoDepth - depth {
    case 0: moments[position] = now
    case 1:
      if context.canRedo { return (text, ["a new step can be followed by one that is redone"]) }
      position += 1
      moments.append(now)
    default: return (text, ["\(context.undoDepth - depth) steps came of one"])
    }
    return (text, isRedoKept ? [] : ["there is more to redo than was undone"])
  }

  /// Undoes or redoes steps up to a moment.
  private func walk(to target: Int) -> (String, [String]) {
    var problems: [String] = []
    let start = position
    while position != target, problems.isEmpty {
      if position > target {
        context.undo()
        position -= 1
        counts["undo", default: 0] += 1
      } else {
        context.redo()
        position += 1
        counts["redo", default: 0] += 1
      }
      problems = arrive()
    }
    if (context.canUndo, context.canRedo) != (position > 0, position < moments.count - 1) {
      problems.append("canUndo is \(context.canUndo), canRedo \(context.canRedo)")
    }
    return ("walk from \(start) to \(position) of \(moments.count - 1)", problems)
  }

  /// Compares the current state with the recorded one of the same moment.
  private func arrive() -> [String] {
    let moment = moments[position]
    let model = context.runtime
    history.reference.move(to: moment.reference) { entity, relationship in
      model.keepsLinks(entity, relationship)
    }
    let problems = history.problems(fillsFaults: false)
    if moment.epoch != history.epoch {
      counts["moment over a save", default: 0] += 1
      // Something else was saved meanwhile, so from here on this is the state to restore.
      moments[position] = now
      return problems + problemsOfFlags
    }
    counts["moment", default: 0] += 1
    let snapshot = ContextSnapshot(context, only: moment.snapshot.ids)
    if snapshot == moment.snapshot { return problems + problemsOfFlags }
    return problems + ["at \(position) there was\n\(moment.snapshot)\nand is\n\(snapshot)"]
  }

  /// The contradictions between the context's change flags.
  private var problemsOfFlags: [String] {
    let changed = context.insertedObjects + context.updatedObjects + context.deletedObjects
    var problems: [String] = []
    if Set(changed).count != changed.count { problems.append("an object has changed twice") }
    if Set(changed).count != context.graph.changes.count {
      problems.append("\(changed.count) objects have changed, not \(context.graph.changes.count)")
    }
    for object in context.registeredObjects where object.hasChanges != changed.contains(object) {
      problems.append("\(object.objectID).hasChanges is \(object.hasChanges)")
    }
    return problems
  }

}

extension ManagedObjectContext {
  /// The number of steps that can be undone.
  var undoDepth: Int {
    graph.journal.past.stepCount - (graph.journal.past.endsWithEmptyStep ? 1 : 0)
  }
}

extension ModelRuntime {
  /// Returns whether links of a relationship may lead to objects whose deletion was saved.
  fileprivate func keepsLinks(_ entity: String, _ relationship: String) -> Bool {
    guard let entity = runtime(named: entity)?.takeUnretainedValue(),
      let property = entity.property(named: relationship)
    else { return false }
    return entity.shape.link(at: property.place).mayBeLeft
  }
}
