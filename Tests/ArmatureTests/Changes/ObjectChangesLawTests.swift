import TestSupport
import Testing

@testable import Armature

/// Random context histories, reported by change notes.
@Suite struct ObjectChangesLawTests {
  /// The information that can be recorded about an object.
  private typealias Values = [ChangeNotes.Property]

  /// Returns the existing objects with their property values; `nil` for faults.
  private func snapshot(_ graph: ObjectGraph) -> [Handle: Values?] {
    var snapshot: [Handle: Values?] = [:]
    for handle in graph.keys.handles where graph.slots[handle].isThere {
      let object = graph.slots.anyObject(handle)
      snapshot[handle] = .some(
        object.flatMap { object in
          if object.row.state.contains(.fault) { return nil }
          return object.runtime.properties.map { property in
            ChangeNotes.Property(
              index: property.place.index, isWritten: true,
              former: object.row.former(property.place))
          }
        })
    }
    return snapshot
  }

  @Test(arguments: 0..<8)
  func `notes tell the difference between before and after`(_ block: Int) throws {
    try expectHistories(
      block: block, count: 40, from: 90_000, steps: 12, showing: ["told"], moreThan: 100
    ) { seed, steps in
      let history = try History(seed: seed)
      history.context.tracksPendingChanges = true
      // Saves must keep the notes for the test.
      history.context.isProcessing = true
      history.context.recordsUndo = seed % 2 == 0
      var random = SplitMix64(seed: seed)
      var told = 0
      var outcome = HistoryOutcome(steps: steps) { _ in
        let (line, changes, problems) = try notedSteps(history, &random)
        told += changes
        return (line, problems)
      }
      outcome.counts = ["told": told]
      return outcome
    }
  }

  /// Takes some steps; returns the number of recorded updates, and the problems.
  private func notedSteps(
    _ history: History, _ random: inout SplitMix64
  ) throws -> (line: String, updates: Int, problems: [String]) {
    let graph = history.context.graph
    graph.setTracksPendingChanges(false)
    graph.setTracksPendingChanges(true)
    let before = snapshot(graph)
    var steps: [String] = []
    for _ in 0..<(1 + random.below(3)) { steps.append(try history.step()) }
    if history.context.recordsUndo, random.oneIn(2) { history.context.undo() }
    let changes = graph.listeners.takeNotes()
    let problems =
      changes.isReset ? [] : self.problems(changes, before, snapshot(graph), graph)
    return (
      steps.joined(separator: "\n"), changes.isReset ? 0 : changes.updated.count, problems
    )
  }

  private func problems(
    _ changes: GraphChanges, _ before: [Handle: Values?], _ after: [Handle: Values?],
    _ graph: ObjectGraph
  ) -> [String] {
    var problems: [String] = []
    let inserted = Set(changes.inserted)
    for handle in inserted where before[handle] != nil || after[handle] == nil {
      problems.append("\(handle) is told to be inserted")
    }
    // Other objects come from the store and were unknown before.
    for handle in after.keys where before[handle] == nil && !inserted.contains(handle) {
      if graph.slots[handle].key < History.firstKey {
        problems.append("\(handle) is not told to be inserted")
      }
    }
    let gone = Set(before.keys.filter { after[$0] == nil })
    // Objects of the store that were unknown before may be deleted, too.
    if gone != Set(changes.deleted.filter { before[$0] != nil }) {
      problems.append("\(changes.deleted) are told, not \(gone)")
    }
    let updated = Dictionary(
      uniqueKeysWithValues: changes.updated.map { ($0.handle, $0.properties) })
    for (handle, former) in before {
      guard let former = former, case .some(.some) = after[handle],
        let object = graph.slots.anyObject(handle)
      else { continue }
      // Lists that are not loaded are unknown.
      let known = former.filter { object.isKnown($0) }
      let changed = known.filter { object.hasChanged($0) }.map { Int($0.index) }
      let told = (updated[handle] ?? []).filter { index in known.contains { $0.index == index } }
      if Set(told) != Set(changed), !changes.refreshed.contains(handle) {
        problems.append("\(object.objectID) has changed in \(changed), told are \(told)")
      }
    }
    return problems
  }

  @Test(arguments: 0..<8)
  func `a context does the same while it tracks reads`(_ block: Int) throws {
    try expectHistories(block: block, count: 20, from: 91_000, steps: 40) { seed, steps in
      let history = try History(seed: seed)
      history.context.tracksReads = true
      var number = 0
      return HistoryOutcome(steps: steps) { isLast in
        let line = try history.step()
        number += 1
        if number % 10 == 0 { history.context.tracksReads = number % 20 == 0 }
        return (line, history.problems(after: line, isLast: isLast))
      }
    }
  }
}

extension ManagedObject {
  /// Returns whether the current and former values of a property are known.
  fileprivate func isKnown(_ noted: ChangeNotes.Property) -> Bool {
    if case .unknown = noted.former { return false }
    if case .unknown = row.former(shape.places[Int(noted.index)]) { return false }
    return true
  }
}
