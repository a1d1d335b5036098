import ArmatureModel
import Observation

/// The implementation of ``FetchedResults``, regardless of the type of its elements.
///
/// An update tests only changed objects, and the objects that depend on them through relationships.
final class LiveResults: LiveList, Observable {
  let context: ManagedObjectContext
  private let run: FetchRun
  private let scope: ResultScope
  private var shown: ResultList
  private var pending = Pending()
  private var listeners = ChangeBroadcast<[ResultStep]>(joining: { JoinedSteps($0).steps })
  private var errorListeners = ChangeBroadcast<any Error>(joining: \.last)
  /// True if the parent of the context had unsaved changes at the last update.
  private var hadParentChanges = false
  private var isUpdating = false
  private let registrar = ObservationRegistrar()
  private lazy var witness = ReadWitness()
  /// True if the list has an observer that has not been notified since.
  private var isObserved = false

  /// The changes since the last update.
  private struct Pending {
    /// The objects that may enter or leave the list.
    var affected: Set<Handle> = []
    /// The changed objects.
    var changed: Set<Handle> = []
    /// True if the request must run again.
    var needsFetch = false
    /// True if all objects of the list were removed.
    var isReset = false

    var isEmpty: Bool { affected.isEmpty && !needsFetch }
  }

  /// - Parameter keyPath: The key path of the sections, which the list is sorted by first.
  /// - Throws: ``FetchRequestError``, or the store's error.
  init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String?
  ) throws {
    self.context = context
    // The earlier saves of others are part of the initial list.
    try context.mergeRemoteChanges()
    context.processPendingChanges()
    run = try FetchRun(
      request.sectioned(by: keyPath), context.graph, isSectioned: keyPath != nil)
    scope = ResultScope(run.request, context.graph)
    shown = ResultList(
      Self.entries(of: try context.rankedObjects(of: run)), orderedBy: run.request.orderedBy,
      isSectioned: keyPath != nil)
    context.follow(WeakLiveList(list: self))
    for above in contextsAbove { above.follow(WeakLiveList(list: self, isOfChild: true)) }
  }

  deinit {
    listeners.finish()
    errorListeners.finish()
    context.forgetResults()
    for above in contextsAbove { above.forgetResults() }
  }

  /// The parent of the context, and so on; innermost first.
  private var contextsAbove: [ManagedObjectContext] {
    var contexts: [ManagedObjectContext] = []
    var next = context
    while let above = next.graph.source.parent?.context as? ManagedObjectContext {
      contexts.append(above)
      next = above
    }
    return contexts
  }

  /// The list. In a context that tracks reads, this registers an observer.
  var list: ResultList {
    if context.tracksReads, witness.isObserving {
      isObserved = true
      registrar.access(self, keyPath: \.list)
    }
    return shown
  }

  /// Updates the list and returns the steps that lead to its new state.
  ///
  /// - Throws: The store's error. The list then stays unchanged until the next call.
  func update() throws -> [ResultStep] {
    do {
      isUpdating = true
      defer { isUpdating = false }
      try context.mergeRemoteChanges()
      try readParent()
      context.processPendingChanges()
    }
    return try bringUpToDate()
  }

  /// Reads the unsaved changes of the parent context.
  private func readParent() throws {
    guard let parent = context.graph.source.parent else { return }
    let hasChanges = parent.hasUnsavedChanges
    if !hasChanges, !hadParentChanges { return }
    hadParentChanges = hasChanges
    // The fetch reads them, and makes the context record changed values.
    _ = try context.objects(of: run)
    pending.needsFetch = true
  }

  /// The steps from now on: one element for each change of the list.
  var updates: AsyncStream<[ResultStep]> { listeners.makeStream() }

  /// The errors of automatic updates from now on.
  var updateErrors: AsyncStream<any Error> { errorListeners.makeStream() }

  /// Records the changes of the context.
  func note(_ changes: GraphChanges) {
    if changes.isReset {
      pending = Pending()
      pending.isReset = true
      pending.needsFetch = true
    }
    if changes.isUnknown { pending.needsFetch = true }
    let graph = context.graph
    for handle in changes.handles {
      if scope.finds(handle, graph) { pending.changed.insert(handle) }
      if pending.needsFetch { continue }
      guard let affected = scope.affected(by: handle, graph) else {
        pending.needsFetch = true
        continue
      }
      // An object that enters or leaves before the page moves it.
      if run.request.offset != 0 && !affected.isEmpty { pending.needsFetch = true }
      pending.affected.formUnion(affected)
    }
    updateForListeners { try bringUpToDate() }
  }

  /// Updates the list after a change in a parent context.
  ///
  /// Does nothing while the context reads or saves, because it then asks its parent itself and records the changes.
  func noteChangesAbove() {
    let graph = context.graph
    let isReading = graph.source.reader != nil || graph.userCode.openReads > 0
    if isReading || context.saveState != .idle { return }
    updateForListeners { try update() }
  }

  /// Updates the list if it has a listener or an observer.
  private func updateForListeners(_ update: () throws -> [ResultStep]) {
    if isUpdating || listeners.isEmpty && !isObserved { return }
    do {
      _ = try update()
    } catch {
      // The next change tries again.
      if errorListeners.isEmpty {
        context.graph.source.lastError = error
      } else {
        errorListeners.send(error)
      }
    }
  }

  func differenceFromFetch() throws -> String? {
    guard pending.isEmpty, context.graph.listeners.notes.isEmpty else { return nil }
    let keys = shown.handles.map { context.graph.slots[$0].key }
    let found = try context.objects(of: run).map(\.objectID.key)
    return Array(keys) == found ? nil : "A list shows \(keys), but must show \(found)."
  }

  private func bringUpToDate() throws -> [ResultStep] {
    if pending.isEmpty { return [] }
    let (removed, entries) = try difference()
    var steps =
      pending.isReset
      // Handles are reused: former handles do not denote present objects.
      ? shown.apply(removing: removed, putting: []) + shown.apply(removing: [], putting: entries)
      : shown.apply(removing: removed, putting: entries)
    if let limit = run.request.limit { steps += shown.trim(to: limit) }
    pending = Pending()
    if steps.isEmpty { return steps }
    listeners.send(steps)
    if isObserved {
      isObserved = false
      // As with objects, observers are notified after the change.
      registrar.withMutation(of: self, keyPath: \.list) {}
    }
    return steps
  }

  /// Returns the objects to remove from the list, and the entries to insert or move.
  private func difference() throws -> (removed: [Handle], entries: [ResultList.Entry]) {
    if pending.isReset {
      return (Array(shown.handles), Self.entries(of: try context.rankedObjects(of: run)))
    }
    if !pending.needsFetch, let difference = try knownDifference() { return difference }
    let found = try context.rankedObjects(of: run)
    let present = Set(found.objects.map(\.row.handle))
    return (shown.handles.filter { !present.contains($0) }, changedEntries(of: found))
  }

  /// Returns the difference from the affected objects alone; `nil` if other objects may enter a list with a limit.
  private func knownDifference() throws -> (removed: [Handle], entries: [ResultList.Entry])? {
    let graph = context.graph
    let affected = pending.affected.sorted()
    // Some may have to be created for the test, and some may turn out to be deleted.
    let present = affected.filter { graph.object($0)?.isFilled() ?? false }
    try context.graph.throwStoreError()
    let matches = run.matches(among: present)
    let matching = Set(matches)
    let left = affected.filter { !matching.contains($0) && shown.contains($0) }
    var entries = changedEntries(of: (matches.compactMap { graph.slots.object($0) }, run))
    if let limit = run.request.limit, shown.handles.count >= limit {
      // Objects outside a full list come after its last object.
      let (last, orders) = (shown.lastKey, run.request.orderedBy)
      func isBeforeLast(_ entry: ResultList.Entry) -> Bool {
        last.map { entry.key.isSame(as: $0, orders) || entry.key.isBefore($0, orders) } ?? false
      }
      if entries.contains(where: { shown.contains($0.handle) && !isBeforeLast($0) }) { return nil }
      entries.removeAll { !isBeforeLast($0) }
      let coming = entries.count { !shown.contains($0.handle) }
      if coming < left.count { return nil }
    }
    return (left, entries)
  }

  /// Returns the entries of some objects of the list that have changed or have another position.
  private func changedEntries(
    of found: (objects: [ManagedObject], run: FetchRun)
  ) -> [ResultList.Entry] {
    Self.entries(of: found).filter { entry in
      pending.changed.contains(entry.handle) || shown.differs(from: entry)
    }
  }

  private static func entries(
    of found: (objects: [ManagedObject], run: FetchRun)
  ) -> [ResultList.Entry] {
    let run = found.run
    let reader = SortKeyReader(run.request, run.graph)
    return found.objects.map { object in
      let handle = object.row.handle
      let values = run.request.orderedBy.map { reader.value(of: object, for: $0) }
      return ResultList.Entry(
        handle: handle, object: object,
        key: ResultKey(values: values, key: run.graph.slots[handle].key))
    }
  }
}

extension GraphChanges {
  /// All objects in the changes.
  fileprivate var handles: [Handle] { inserted + deleted + updated.map(\.handle) + refreshed }
}

extension FetchRequest {
  /// Returns the request for a list with sections, of objects in their present state.
  fileprivate func sectioned(by keyPath: String?) -> FetchRequest {
    var request = self
    request.includesPendingChanges = true
    guard let keyPath else { return request }
    var order = FetchOrder.ascending(keyPath)
    if let first = orderedBy.first, first.expression == order.expression {
      order.isAscending = first.isAscending
    }
    if orderedBy.first != order { request.orderedBy.insert(order, at: 0) }
    return request
  }
}
