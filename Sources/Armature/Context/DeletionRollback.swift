/// Takes deletions back of what others have changed, where the policy of a context says so: before the delete
/// rules reach what others have linked to it.
struct DeletionRollback {
  private let context: ManagedObjectContext
  private var graph: ObjectGraph { context.graph }

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Takes back what is to be, in a context on a store; what a child deletes wins.
  ///
  /// - Throws: What the store throws.
  func run() throws {
    guard case .rollback = context.mergePolicy, graph.store?.isParent == false else { return }
    let deleted = context.deletedObjects
    guard !deleted.isEmpty, let state = try StateReader(context) else { return }
    try state.reading { try takeBack(deleted) }
  }

  private func takeBack(_ deleted: [ManagedObject]) throws {
    let rows = try graph.storedRows(of: deleted)
    let stale = deleted.filter { object in
      rows[object.row.handle].map { $0.version != object.row.version } ?? false
    }
    if stale.isEmpty { return }
    try RowRebase(graph).prepare(stale, rows)
    let changed = context.updatedObjects
    let saving = Set(changed.lazy.filter { !$0.savesNoValue }.map(\.row.handle))
    var events = SnapshotEventList(graph)
    // All are compared before the first is resolved: resolving has others lead to what the store has.
    let conflicts = stale.compactMap { object in
      rows[object.row.handle].map { row in
        (
          object,
          MergeResolution(StoreConflicts.Conflict(row.id, current: row), isChangedHere: true)
        )
      }
    }.filter { !$0.1.takeOverVersion(in: context) }
    for (object, resolution) in conflicts {
      try resolution.resolve(in: context)
      events.note(object, .mergePolicy)
    }
    events.tell()
    // What had changed by a deletion alone, or as others have changed it, has nothing to save any more that would
    // tell of a conflict.
    try RowRebase(graph).readAgain(changed.filter { $0.isThere && $0.savesNoValue }, cut: saving)
  }
}
