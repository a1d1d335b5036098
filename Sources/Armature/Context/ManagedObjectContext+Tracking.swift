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
  /// An observer is notified when a property that it has read changes. It makes no difference whether you set the
  /// property, or whether undo, a rollback or a merge changes it. The observer is also notified when the object is
  /// removed. During a save, a load or an undo group, an observer is notified only once, at the end.
  ///
  /// For an observer, reading a property takes up to one microsecond longer. If you set `tracksReads` to `false`, all
  /// observers are removed.
  ///
  /// - Complexity: Setting the value takes O(*n*) in the number of objects.
  public var tracksReads: Bool {
    get { graph.slots.tracksReads }
    set { graph.listeners.setTracksReads(newValue) }
  }
}
