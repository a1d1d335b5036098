import ArmatureModel

/// The objects that a request finds, kept up to date: a list that tells step by step how it changes.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// book.title = "Dune Messiah"
/// for step in try results.update() { print(step) }
/// ```
/// The list changes when ``update()`` is called, or by itself whenever the context processes changes
/// while somebody listens to ``updates``; not in between. The steps lead from the list that there was to
/// the one that there is, one after the other. Only objects that have changed are looked at again, and
/// those that read them along relationships; the request is run again where that cannot be known, and
/// for a page: a request with a limit or an offset. Objects are always found as they are now, with
/// pending changes. Core Data: `NSFetchedResultsController`.
public final class FetchedResults {
  /// Where the objects are.
  public let context: ManagedObjectContext
  /// What the list has.
  public let request: FetchRequest
  /// The key path of the value that the objects of a section agree in; `nil` for no sections.
  public let sectionKeyPath: String?
  private let run: FetchRun
  private let scope: ResultScope
  private var list: ResultList
  private var pending = Pending()
  private var listeners = ChangeBroadcast<[Step]>()
  private var isUpdating = false

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

  /// Finds the objects, and has the context tell of changes for as long as the list is there.
  ///
  /// With a section key path the list is sorted by its value first: in the direction in which the
  /// request sorts by it, if it does so first, or else in ascending order.
  ///
  /// - Throws: ``FetchRequestError`` with everything that cannot work with the model, or what the store
  ///   throws.
  /// - Complexity: That of a fetch, and O(*n*) in the objects that are found.
  public init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String? = nil
  ) throws {
    self.context = context
    self.request = request
    sectionKeyPath = keyPath
    context.processPendingChanges()
    run = try FetchRun(
      request.sectioned(by: keyPath), context.graph, isSectioned: keyPath != nil)
    scope = ResultScope(run.request, context.graph)
    let orders = run.request.orders
    list = ResultList(
      Self.entries(of: try context.objects(of: run), run), orderedBy: orders,
      isSectioned: keyPath != nil)
    context.liveResults.append(WeakResults(results: self))
    context.updateNoting()
  }

  deinit {
    listeners.finish()
    context.forgetResults()
  }

  // MARK: The list

  /// The objects, in the order of the sections and of the request.
  public var objects: [ManagedObject] { list.objects }

  /// The sections, in order; without a section key path one that has all objects.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public var sections: [Section] {
    var start = 0
    return list.sections.sections.map { value, count in
      defer { start += count }
      return Section(value: value, objects: list.objects[start..<start + count])
    }
  }

  /// The object at a position.
  ///
  /// A position that is not in the list is a programmer error and traps.
  public subscript(position: Position) -> ManagedObject {
    let start = list.sections.sections[..<position.section].reduce(0) { $0 + $1.count }
    return list.objects[start + position.row]
  }

  /// Where an object stands; `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*) in the number of objects, O(*n*) in that of sections.
  public func position(of object: ManagedObject) -> Position? {
    list.index(of: object).map(list.sections.position(of:))
  }

  // MARK: Changes

  /// Brings the list up to date, and returns the steps that lead there.
  ///
  /// - Throws: What the store throws, if the request must be run again; the list stays as it was then,
  ///   until the next call.
  /// - Complexity: O(log *n*) for each object that has changed, beside a move in memory of what lies
  ///   behind it.
  @discardableResult public func update() throws -> [Step] {
    isUpdating = true
    context.processPendingChanges()
    isUpdating = false
    return try bringUpToDate()
  }

  /// The steps from now on: a value each time that the list has changed.
  ///
  /// While somebody listens, the list is brought up to date whenever the context processes changes. Each
  /// call makes a sequence of its own, which ends with the list. It may be read in another task.
  public var updates: AsyncStream<[Step]> { listeners.makeStream() }

  /// Notes what has changed in the context.
  func note(_ changes: GraphChanges) {
    if changes.isReset {
      pending = Pending()
      pending.isReset = true
      pending.needsFetch = true
    }
    let graph = context.graph
    for handle in changes.handles {
      if scope.finds(handle, graph) { pending.changed.insert(handle) }
      if pending.needsFetch { continue }
      guard let affected = scope.affected(by: handle, graph) else {
        pending.needsFetch = true
        continue
      }
      if run.isPage && !affected.isEmpty { pending.needsFetch = true }
      pending.affected.formUnion(affected)
    }
    if isUpdating || listeners.isEmpty { return }
    do {
      _ = try bringUpToDate()
    } catch {
      // The next time tries again.
      graph.lastStoreError = error
    }
  }

  private func bringUpToDate() throws -> [Step] {
    if pending.isEmpty { return [] }
    let (removed, entries) = try difference()
    let steps =
      pending.isReset
      // Handles are given out again: those of before are not those of now.
      ? list.apply(removing: removed, putting: []) + list.apply(removing: [], putting: entries)
      : list.apply(removing: removed, putting: entries)
    pending = Pending()
    if !steps.isEmpty { listeners.send(steps) }
    return steps
  }

  /// What must be taken out of the list, and what put in or moved.
  private func difference() throws -> (removed: [Handle], entries: [ResultList.Entry]) {
    if pending.isReset {
      return (Array(list.handles), Self.entries(of: try context.objects(of: run), run))
    }
    let graph = context.graph
    let found: [ManagedObject]
    let left: [Handle]
    if pending.needsFetch {
      found = try context.objects(of: run)
      let present = Set(found.map(\.row.handle))
      left = list.handles.filter { !present.contains($0) }
    } else {
      let affected = pending.affected.sorted()
      // Some may have to be made, to be looked at; and some may turn out to be gone.
      let present = affected.filter { graph.object($0)?.isFilled() ?? false }
      try context.throwStoreError()
      let matches = run.matches(among: present)
      found = matches.compactMap { graph.slots.pointee.object($0) }
      let matching = Set(matches)
      left = affected.filter { !matching.contains($0) && list.contains($0) }
    }
    let entries = Self.entries(of: found, run).filter { entry in
      pending.changed.contains(entry.handle) || list.differs(from: entry)
    }
    return (left, entries)
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

/// A list as its context knows it, which does not keep it.
struct WeakResults {
  private(set) weak var results: FetchedResults?
}

extension GraphChanges {
  /// All objects that are mentioned.
  fileprivate var handles: [Handle] { inserted + deleted + updated.map(\.handle) + refreshed }
}

extension FetchRun {
  /// Whether the request finds a part of what satisfies its condition.
  fileprivate var isPage: Bool { request.limit != nil || request.offset != 0 }
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
