extension ManagedObjectContext {
  /// Whether reads of objects are tracked for `withObservationTracking` and `Observations`; `false` by
  /// default.
  ///
  /// ```swift
  /// context.tracksReads = true
  /// withObservationTracking {
  ///   print(book.title ?? "")
  /// } onChange: {
  ///   print("has another title")
  /// }
  /// ```
  /// An observer is woken when a property that it has read changes, in whatever way: set, along an
  /// inverse, by undo, a rollback, a merge, a refresh; and when the object goes. It is woken after the
  /// change, once what makes it is over: a save, a load, a closure for one step of undo are one change.
  /// A read for an observer takes less than a microsecond; what nobody observes is not kept, and its
  /// changes are not noted.
  ///
  /// Switching it off forgets all observers.
  ///
  /// - Complexity: O(*n*) in the number of objects, to set it.
  public var tracksReads: Bool {
    get { graph.slots.pointee.tracksReads }
    set { graph.listeners.setTracksReads(newValue) }
  }
}
