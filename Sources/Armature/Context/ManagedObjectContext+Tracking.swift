extension ManagedObjectContext {
  /// A Boolean value that indicates whether reads of objects are tracked for `withObservationTracking` and
  /// `Observations`; `false` by default.
  ///
  /// ```swift
  /// context.tracksReads = true
  /// withObservationTracking {
  ///   print(book.title ?? "")
  /// } onChange: {
  ///   print("has another title")
  /// }
  /// ```
  /// An observer is notified when a property that it has read changes for any reason: a setter, an inverse, undo,
  /// rollback, merge or refresh; also when the object is removed. The notification comes after the change. A save, a
  /// load, and a closure for one undo step are one change each. A read for an observer takes less than a microsecond.
  /// Properties without observers are not recorded.
  ///
  /// Setting it to `false` removes all observers.
  ///
  /// - Complexity: O(*n*) in the number of objects, to set it.
  public var tracksReads: Bool {
    get { graph.slots.pointee.tracksReads }
    set { graph.listeners.setTracksReads(newValue) }
  }
}
