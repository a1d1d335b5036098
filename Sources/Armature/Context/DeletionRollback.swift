/// Reverts the deletion of objects that others have changed, if the merge policy is `rollback`.
///
/// This must happen before delete rules are applied to objects that others have linked to the deleted ones.
struct DeletionRollback {
  private let context: ManagedObjectContext
  private var graph: ObjectGraph { context.graph }

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Reverts the deletions if the context is directly on a store. In a child context, deletions win.
  ///
  /// - Throws: Any error of the store.
  func run() throws {
    guard case .rollback = context.mergePolicy, graph.store != nil, graph.source.parent == nil
    else { return }
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
    // All conflicts are found before the first is resolved: resolving one makes other links lead to stored objects.
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
    // Objects that the deletion alone had changed, or changed as others did, have nothing left to save. So no
    // conflict would be found for them.
    try RowRebase(graph).readAgain(changed.filter { $0.isThere && $0.savesNoValue }, cut: saving)
  }
}
