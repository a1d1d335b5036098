import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Row {
  /// The former identity of the object.
  var formerPlace: Unmanaged<FormerPlace>? {
    get { former.map(Unmanaged.fromOpaque) }
    nonmutating set { former = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
  }
}

extension ManagedObject {
  /// Leaves the graph, and drops links and committed values. Properties then read as `nil`.
  ///
  /// - Parameter keepingValues: True to keep the values readable until they are dropped.
  final func depart(keepingValues: Bool) {
    guard let graph else { return }
    depart(
      storeID: graph.storeID, key: row.slots[row.handle].key, keepingValues: keepingValues)
    if keepingValues { row.formerPlace?.takeUnretainedValue().graph = graph }
  }

  /// The graph whose save has deleted the object, until its values are dropped.
  final var graphOfDeletion: ObjectGraph? {
    row.formerPlace?.takeUnretainedValue().graph
  }

  final func depart(storeID: UUID, key: Int64, keepingValues: Bool) {
    let row = row
    let state = row.state
    if state.contains(.invalidated) { return }
    // An observed object has values, and an object that others have deleted has none. From now on neither is special.
    if !state.contains(.fault) || !keepingValues { row.tableMask = shape.tableMask }
    // If the slots have no graph, the context was deallocated, and the objects at the end of links are unknown.
    let isContextGone = row.slots.graph == nil
    row.dropLinks(shape, isKnown: !isContextGone)
    if let committed = row.committed { committed.deallocate(shape.managed) }
    if !state.contains(.ownsRuntime) { _ = shape.runtime.retain() }
    row.state = state.after(.departure, as: .invalidated) | .ownsRuntime
    if state.contains(.inserted) { row.state.insert(.neverSaved) }
    if isContextGone { row.state.insert(.contextDeallocated) }
    row.formerPlace = .passRetained(FormerPlace(storeID: storeID, key: key))
    row.slots = .detached
    row.handle = .none
    if !keepingValues { dropValues() }
  }

  /// Makes each property look missing, so that each access takes the slow path.
  ///
  /// The values stay in memory until the object is freed, because accessors of required properties must return
  /// something. After that, the mask of changed properties shows which properties had values.
  final func dropValues() {
    let row = row
    row.formerPlace?.takeUnretainedValue().graph = nil
    guard row.state.contains(.invalidated), row.tableMask != 0 else { return }
    for mask in 0..<shape.maskCount { row.dropValues(mask) }
    row.tableMask = 0
    // Writes are noticed, and then rejected.
    row.state.insert(.watched)
  }

  /// True if the object was removed and its values were dropped.
  final var hasDroppedValues: Bool { row.state.contains(.invalidated) && row.tableMask == 0 }

  /// Records that another context has deleted the object. The graph that has just removed the object calls this.
  final func noteMissing(in graph: ObjectGraph) {
    row.state.insert(.missing)
    row.formerPlace?.takeUnretainedValue().formerGraph = graph
  }

  /// The graph that removed the object because another context had deleted it. It is `nil` for any other object, or if
  /// the graph no longer exists.
  final var formerGraph: ObjectGraph? { row.formerPlace?.takeUnretainedValue().formerGraph }

  /// True if the values are missing for a reason that the program cannot foresee: another context has deleted the
  /// object, or its store fails.
  final var isOutOfReach: Bool { !row.state.isDisjoint(with: .missing | .fault) }

  /// The reason why the object cannot be used. For example, it was deleted, or its context no longer exists.
  final var notThere: ManagedObjectError { notThere(for: nil as String?) }

  /// The reason why a property of the object cannot be accessed.
  final func notThere(for place: RowPlace) -> ManagedObjectError {
    notThere(for: runtime.properties[Int(place.index)].name)
  }

  /// The reason why the object cannot be used.
  ///
  /// - Parameter property: The name of the accessed property; `nil` for the whole object.
  final func notThere(for property: String?) -> ManagedObjectError {
    let id = objectID
    if row.state.contains(.contextDeallocated) {
      return .contextDeallocated(id, property: property)
    }
    if row.state.contains(.missing) { return .missing(id, property: property) }
    if row.state.contains(.fault), let error = graph?.source.lastError { return unreadable(error) }
    return .invalidated(id, property: property)
  }

  /// Traps if the context no longer exists. Called by a read that needs the context and cannot throw: an empty
  /// relationship or a missing value would be wrong.
  ///
  /// - Parameter place: The place of the property that is read; `nil` if the object has no such property.
  @inline(never) final func requireContext(_ place: RowPlace?) {
    guard row.state.contains(.contextDeallocated) else { return }
    rejectInvalidated(place.map { runtime.properties[Int($0.index)].name })
  }

  /// Runs a closure that can throw, and throws any store error that occurs in its reads.
  final func tellingReads<Result>(_ body: () throws -> Result) throws -> Result {
    guard let graph else { return try body() }
    return try graph.tellingReads(body)
  }

  final func unreadable(_ error: any Error) -> ManagedObjectError {
    .unreadable(objectID, reason: "\(error)")
  }

  /// Rejects a write that is impossible. An error of the program traps. If another context has deleted the object, or
  /// the store has failed, the next call that can throw reports the error.
  ///
  /// - Parameters:
  ///   - file: The file of the caller; `nil` for a member, which does not know it.
  ///   - line: The line of the caller.
  @inline(never) final func reject(
    _ error: ManagedObjectError, file: StaticString? = nil, line: UInt = 0
  ) {
    switch error {
    case .missing, .unreadable:
      guard let graph = graph ?? formerGraph else { return }
      graph.source.lastError = graph.source.lastError ?? error
    default:
      guard let file else { rejectAccess("\(error)") }
      programmerError("\(error)", file: file, line: line)
    }
  }

  /// Traps because of an invalid access through a member.
  ///
  /// Swift 6.3 accepts no subscript for dynamic members that has more parameters than the member's name, not even with
  /// default arguments. A property wrapper has none either. Such a trap therefore cites a line of the library instead
  /// of the line of the access, and the message says where that line is found.
  @inline(never) final func rejectAccess(_ message: String) -> Never {
    programmerError(
      "\(message)\nThe backtrace names the line of the access; SWIFT_BACKTRACE=enable=yes turns it "
        + "on.")
  }

  /// True if the object is in its context and not deleted.
  final var isThere: Bool { row.state.isDisjoint(with: .deleted | .invalidated) }

  /// Returns whether the row has its values, after loading the row of a fault. Returns `false` after the values were
  /// dropped.
  @inline(__always) final func isFilled() -> Bool { row.tableMask != 0 || fill() }

  /// Returns whether the row has its values, for a read that cannot throw. Traps if the values were lost together with
  /// the context.
  ///
  /// - Parameter place: The place of the property that is read, for the message; `nil` if the object has no such
  ///   property.
  @inline(__always) final func isReadable(_ place: @autoclosure () -> RowPlace?) -> Bool {
    if isFilled() { return true }
    requireContext(place())
    return false
  }

  @inline(never) private func fill() -> Bool {
    let state = row.state
    // An object that is not a fault is invalidated, or is observed and has its values.
    guard state.contains(.fault) else { return !state.contains(.invalidated) }
    return graph?.fill(self) ?? false
  }
}

extension Row {
  /// Makes the properties of a mask look missing, and leaves their values in memory.
  fileprivate func dropValues(_ mask: Int) {
    setChanged(mask, present(mask))
    base.storeBytes(of: 0, toByteOffset: RowPlace.presentOffset(ofMask: mask), as: UInt64.self)
  }

  /// Returns the value that an attribute had before the values were dropped; `null` if it had no value.
  func droppedValue(_ place: RowPlace) -> AttributeValue {
    guard isChanged(place) else { return .null }
    setPresent(place, true)
    defer { setPresent(place, false) }
    return value(place)
  }
}
