extension ManagedObjectContext {
  /// A Boolean value that indicates whether the context tracks reads of its objects for the Observation framework.
  ///
  /// If the value is `true`, you can use objects with `withObservationTracking` and `Observations`. The default is
  /// `false`.
  ///
  /// ```swift
  /// context.tracksReads = true
  /// withObservationTracking {
  ///   print(book.title ?? "")
  /// } onChange: {
  ///   print("has another title")
  /// }
  /// ```
  /// An observer is notified when a property that it has read changes for any reason, such as a setter, undo, rollback,
  /// or a merge. It is also notified when the object is removed. The notification comes after the change. A save, a
  /// load, and a closure for one undo step count as one change each.
  ///
  /// A read for an observer takes less than a microsecond. Properties without observers are not recorded.
  ///
  /// Setting the value to `false` removes all observers.
  ///
  /// - Complexity: Setting the value takes O(*n*) in the number of objects.
  public var tracksReads: Bool {
    get { graph.slots.pointee.tracksReads }
    set { graph.listeners.setTracksReads(newValue) }
  }
}
