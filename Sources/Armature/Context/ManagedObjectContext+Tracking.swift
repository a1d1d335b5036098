extension ManagedObjectContext {
  /// A Boolean value that indicates whether the Observation framework can observe the objects of this context. The
  /// default is `false`.
  ///
  /// Set this property to `true` if you use objects with `withObservationTracking` or `Observations`, or in a SwiftUI
  /// view:
  ///
  /// ```swift
  /// context.tracksReads = true
  /// withObservationTracking {
  ///   print(book.title ?? "")
  /// } onChange: {
  ///   print("has another title")
  /// }
  /// ```
  /// An observer is notified after a property that it has read has changed, whether by a setter, undo, rollback, or a
  /// merge. It is also notified when the object is removed. A save, a load, and a closure for one undo step notify an
  /// observer at most once.
  ///
  /// Tracking adds less than a microsecond to a read by an observer. If you set the property to `false`, all observers
  /// are removed.
  ///
  /// - Complexity: Setting the value takes O(*n*) in the number of objects.
  public var tracksReads: Bool {
    get { graph.slots.pointee.tracksReads }
    set { graph.listeners.setTracksReads(newValue) }
  }
}
