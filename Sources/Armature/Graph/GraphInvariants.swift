import ArmatureModel

/// The invariants between the parts of a graph. They are true whenever no call is in progress.
struct GraphInvariants {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Returns a sentence for each violated invariant.
  ///
  /// Property tests and fuzzers call this after each step, in debug builds.
  ///
  /// - Complexity: O(*n*) in the number of slots and listed objects.
  func check() -> [String] {
    var broken: [String] = []
    var tally = Tally(entityCount: graph.keys.extents.count)
    for position in 1..<max(1, graph.slots.count) {
      let handle = Handle(rawValue: UInt32(position))
      check(handle, &tally, &broken)
    }
    checkLists(tally, &broken)
    if graph.slots.recordedEnd != graph.journal.recordedEnd {
      broken.append("The rows must know what the journal records.")
    }
    if graph.slots.recordsFaults != graph.journal.recordsUndo {
      broken.append("The rows must know whether faults are recorded.")
    }
    if graph.userCode.openReads != 0 || graph.userCode.openResets != 0 {
      broken.append("No read or reset must be under way.")
    }
    return broken
  }

  /// The counts of a walk over all slots.
  private struct Tally {
    /// The number of remaining objects of each entity.
    var counts: [Int]
    /// The objects with something to save, by their stage of life.
    var pending: [ObjectLife: Set<Handle>] = [:]
    /// The number of deleted objects that links may still lead to.
    var danglingCount = 0

    init(entityCount: Int) { counts = Array(repeating: 0, count: entityCount) }
  }

  private func check(_ handle: Handle, _ tally: inout Tally, _ broken: inout [String]) {
    let slot = graph.slots[handle]
    guard let entity = graph.slots.entity(of: handle) else {
      return broken.append("Slot \(handle.rawValue) must have an object or an entity.")
    }
    if slot.key != SlotTable.Slot.noKey, graph.keys.handle(forKey: slot.key) != handle {
      broken.append("The key \(slot.key) must lead to slot \(handle.rawValue).")
    }
    if slot.word & SlotTable.Slot.empty == 0, slot.word & SlotTable.Slot.marked != 0 {
      broken.append("Slot \(handle.rawValue) must not be marked as a member.")
    }
    if !slot.isInvalidated { tally.counts[entity] += 1 }
    // Removed objects count, too, except objects removed by a reset while a `deinit` inserted others.
    guard let object = slot.object?.takeUnretainedValue() else { return }
    let (row, life) = (object.row, object.row.state.life)
    let name = "\(object.runtime.entity.name) \(slot.key), which is \(life),"
    if life.isPending { tally.pending[life, default: []].insert(handle) }
    if life.isDeleted, object.shape.isLinkedWhenDeleted { tally.danglingCount += 1 }
    if row.handle != handle || row.slots != graph.slots {
      broken.append("\(name) must know its slot.")
    }
    if life == .invalidated || life == .detached { broken.append("\(name) must not have a slot.") }
    if life.isDeleted != (slot.word & SlotTable.Slot.deleted != 0) {
      broken.append("The slot of \(name) must say whether it is deleted.")
    }
    if life == .fault, row.tableMask != 0 || row.committed != nil {
      broken.append("\(name) must have no values.")
    }
    if life == .updated || life == .updatedAndDeleted, row.committed == nil {
      broken.append("\(name) must know its saved values.")
    }
    let isIndexed = row.state.contains(.indexed)
    if isIndexed, life.isDeleted || life == .fault {
      broken.append("\(name) must be in no index.")
    }
    if object.shape.hasIndexes, !isIndexed, !life.isDeleted, life != .fault,
      !graph.indexes.isListed(handle)
    {
      broken.append("\(name) must be in the indexes, or be listed for them.")
    }
  }

  private func checkLists(_ tally: Tally, _ broken: inout [String]) {
    let count = tally.pending.values.reduce(0) { $0 + $1.count }
    if count != graph.changes.count {
      broken.append("\(count) objects are pending, but \(graph.changes.count) are counted.")
    }
    for (life, handles) in tally.pending {
      let lists: [(String, ContiguousArray<Handle>)] =
        switch life {
        case .inserted: [("inserted", graph.changes.inserted)]
        case .updated: [("updated", graph.changes.updated)]
        case .deleted: [("deleted", graph.changes.deleted)]
        default: [("updated", graph.changes.updated), ("deleted", graph.changes.deleted)]
        }
      for (name, list) in lists {
        let missing = handles.subtracting(list)
        if !missing.isEmpty {
          broken.append("\(missing.count) \(life) objects are not in the list of \(name) ones.")
        }
      }
    }
    for (entity, count) in tally.counts.enumerated() where graph.keys.extents[entity].count != count
    {
      broken.append(
        "\(count) objects of \(graph.model.entities[entity].name) are there, but "
          + "\(graph.keys.extents[entity].count) are listed.")
    }
    if graph.slots.danglingCount < tally.danglingCount {
      broken.append(
        "Links may lead to \(tally.danglingCount) objects that are not there, but "
          + "\(graph.slots.danglingCount) are counted.")
    }
  }
}
