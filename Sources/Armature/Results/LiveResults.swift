import ArmatureModel
import Observation

/// What ``FetchedResults`` are made of, whatever their objects are seen as.
///
/// Only objects that have changed are looked at again, and those that read them along relationships.
final class LiveResults: LiveList, Observable {
  let context: ManagedObjectContext
  private let run: FetchRun
  private let scope: ResultScope
  private var shown: ResultList
  private var pending = Pending()
  private var listeners = ChangeBroadcast<[ResultStep]>()
  private var errorListeners = ChangeBroadcast<any Error>()
  /// Whether the parent of the context had changes that it had not saved, when the list was brought up to date.
  private var hadParentChanges = false
  private var isUpdating = false
  private let registrar = ObservationRegistrar()
  private lazy var witness = ReadWitness()
  /// Whether somebody observes the list, who was not woken since.
  private var isObserved = false

  /// What has changed since the list was brought up to date.
  private struct Pending {
    /// The objects that may be found, or found no more.
    var affected: Set<Handle> = []
    /// The objects that have changed themselves.
    var changed: Set<Handle> = []
    /// Whether the request must be run again.
    var needsFetch = false
    /// Whether all objects of the list are gone.
    var isReset = false

    var isEmpty: Bool { affected.isEmpty && !needsFetch }
  }

  /// - Parameter keyPath: That of the value by which there are sections; the list is sorted by it first.
  /// - Throws: ``FetchRequestError``, or what the store throws.
  init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String?
  ) throws {
    self.context = context
    // What others have saved by now is part of the list, and no change of it.
    try context.mergeChangesOfOthers()
    context.processPendingChanges()
    run = try FetchRun(
      request.sectioned(by: keyPath), context.graph, isSectioned: keyPath != nil)
    scope = ResultScope(run.request, context.graph)
    shown = ResultList(
      Self.entries(of: try context.objects(of: run), run), orderedBy: run.request.orders,
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
    while let parent = next.graph.store?.store as? any ParentOfContext,
      let above = parent.context as? ManagedObjectContext
    {
      contexts.append(above)
      next = above
    }
    return contexts
  }

  /// The list as it is, in a context that tracks reads for whoever observes it.
  var list: ResultList {
    if context.tracksReads, witness.isObserving {
      isObserved = true
      registrar.access(self, keyPath: \.list)
    }
    return shown
  }

  /// Brings the list up to date, and returns the steps that lead there.
  ///
  /// - Throws: What the store throws; the list stays as it was then, until the next call.
  func update() throws -> [ResultStep] {
    do {
      isUpdating = true
      defer { isUpdating = false }
      try context.mergeChangesOfOthers()
      try readParent()
      context.processPendingChanges()
    }
    return try bringUpToDate()
  }

  /// Has the list of a child follow what the context above it has changed, and not saved.
  private func readParent() throws {
    guard let parent = context.graph.store?.store as? any ParentOfContext else { return }
    let hasChanges = parent.hasUnsavedChanges
    if !hasChanges, !hadParentChanges { return }
    hadParentChanges = hasChanges
    // A fetch reads them, and has the context note what has other values.
    _ = try context.objects(of: run)
    pending.needsFetch = true
  }

  /// The steps from now on: a value each time that the list has changed.
  var updates: AsyncStream<[ResultStep]> { listeners.makeStream() }

  /// What keeps the list from being brought up to date by itself, from now on.
  var updateErrors: AsyncStream<any Error> { errorListeners.makeStream() }

  /// Notes what has changed in the context.
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
      // What lies before the page moves it.
      if run.request.offset != 0 && !affected.isEmpty { pending.needsFetch = true }
      pending.affected.formUnion(affected)
    }
    updateForListeners { try bringUpToDate() }
  }

  /// Looks again for those who follow the list, unless the context is reading or saving: it has asked its parent then,
  /// and notes itself what it gets.
  func noteChangesAbove() {
    let graph = context.graph
    let isReading = graph.source.reader != nil || graph.userCode.openReads > 0
    if isReading || context.saveState != .idle { return }
    updateForListeners { try update() }
  }

  /// Brings the list up to date while somebody follows it.
  private func updateForListeners(_ update: () throws -> [ResultStep]) {
    if isUpdating || listeners.isEmpty && !isObserved { return }
    do {
      _ = try update()
    } catch {
      // The next time tries again.
      if errorListeners.isEmpty {
        context.graph.source.lastError = error
      } else {
        errorListeners.send(error)
      }
    }
  }

  func differenceFromFetch() throws -> String? {
    guard pending.isEmpty, context.graph.listeners.notes.isEmpty else { return nil }
    let keys = shown.handles.map { context.graph.slots.pointee[$0].key }
    let found = try context.objects(of: run).map(\.objectID.key)
    return Array(keys) == found ? nil : "A list shows \(keys), and must show \(found)."
  }

  private func bringUpToDate() throws -> [ResultStep] {
    if pending.isEmpty { return [] }
    let (removed, entries) = try difference()
    var steps =
      pending.isReset
      // Handles are given out again: those of before are not those of now.
      ? shown.apply(removing: removed, putting: []) + shown.apply(removing: [], putting: entries)
      : shown.apply(removing: removed, putting: entries)
    if let limit = run.request.limit { steps += shown.trim(to: limit) }
    pending = Pending()
    if steps.isEmpty { return steps }
    listeners.send(steps)
    if isObserved {
      isObserved = false
      // As with objects, observers are woken after the change.
      registrar.withMutation(of: self, keyPath: \.list) {}
    }
    return steps
  }

  /// What must be taken out of the list, and what put in or moved.
  private func difference() throws -> (removed: [Handle], entries: [ResultList.Entry]) {
    if pending.isReset {
      return (Array(shown.handles), Self.entries(of: try context.objects(of: run), run))
    }
    if !pending.needsFetch, let difference = try knownDifference() { return difference }
    let found = try context.objects(of: run)
    let present = Set(found.map(\.row.handle))
    return (shown.handles.filter { !present.contains($0) }, changedEntries(of: found))
  }

  /// The difference that the affected objects alone make; `nil` if others take their places in a list with a limit.
  private func knownDifference() throws -> (removed: [Handle], entries: [ResultList.Entry])? {
    let graph = context.graph
    let affected = pending.affected.sorted()
    // Some may have to be made, to be looked at; and some may turn out to be gone.
    let present = affected.filter { graph.object($0)?.isFilled() ?? false }
    try context.graph.throwStoreError()
    let matches = run.matches(among: present)
    let matching = Set(matches)
    let left = affected.filter { !matching.contains($0) && shown.contains($0) }
    var entries = changedEntries(of: matches.compactMap { graph.slots.pointee.object($0) })
    if let limit = run.request.limit, shown.handles.count >= limit {
      // What is not in a full list lies behind its last object.
      let (last, orders) = (shown.lastKey, run.request.orders)
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

  /// What has changed of some objects that belong into the list, or stands elsewhere.
  private func changedEntries(of objects: [ManagedObject]) -> [ResultList.Entry] {
    Self.entries(of: objects, run).filter { entry in
      pending.changed.contains(entry.handle) || shown.differs(from: entry)
    }
  }

  private static func entries(of objects: [ManagedObject], _ run: FetchRun) -> [ResultList.Entry] {
    let reader = SortKeyReader(run.request, run.graph)
    return objects.map { object in
      let handle = object.row.handle
      let values = run.request.orders.map { reader.value(of: object, for: $0) }
      return ResultList.Entry(
        handle: handle, object: object,
        key: ResultKey(values: values, key: run.graph.slots.pointee[handle].key))
    }
  }
}

extension GraphChanges {
  /// All objects that are mentioned.
  fileprivate var handles: [Handle] { inserted + deleted + updated.map(\.handle) + refreshed }
}

extension FetchRequest {
  /// The request for a list with sections, of objects as they are now.
  fileprivate func sectioned(by keyPath: String?) -> FetchRequest {
    var request = self
    request.includesPendingChanges = true
    guard let keyPath else { return request }
    var order = FetchOrder.ascending(keyPath)
    if let first = orders.first, first.expression == order.expression {
      order.isAscending = first.isAscending
    }
    if orders.first != order { request.orders.insert(order, at: 0) }
    return request
  }
}
