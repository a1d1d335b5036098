import ArmatureModel

/// Reporting saves, and changes between two saves.
extension ManagedObjectContext {
  /// A sequence of the changes that this context saves from now on.
  ///
  /// The sequence has one element for each save. If a save fails or changes nothing, it adds no element.
  ///
  /// ```swift
  /// for await change in context.changes { print(change.inserted.count) }
  /// ```
  /// Each access creates a new sequence, which you can read in another task. The sequence ends when the context is
  /// released. It keeps the changes until you read them. If thousands of changes are unread, the oldest are combined
  /// into one.
  public var changes: AsyncStream<ContextChange> { broadcast.makeStream() }

  /// A sequence of the changes to the objects of this context from now on, saved or not.
  ///
  /// Each time that the context processes its pending changes, the sequence gets one element, unless nothing has
  /// changed. See ``processPendingChanges()``.
  ///
  /// ```swift
  /// for await changes in context.objectChanges { print(changes.updated.count) }
  /// ```
  /// Each access creates a new sequence, which you can read in another task. The sequence ends when the context is
  /// released. It keeps the changes until you read them. If thousands of changes are unread, the oldest are combined
  /// into one. While such a sequence exists, ``tracksPendingChanges`` is `true`.
  ///
  /// Core Data: `NSManagedObjectContextObjectsDidChange`.
  public var objectChanges: AsyncStream<ObjectChanges> {
    let stream = objectBroadcast.makeStream()
    updateNoting()
    return stream
  }

  /// A Boolean value that indicates whether the context records the changes between two calls of
  /// ``processPendingChanges()``. The default is `false`.
  ///
  /// The value is always `true` while a sequence of ``objectChanges`` or a ``FetchedResults`` of the context exists.
  /// Set it to `true` if you have neither and want to use ``processPendingChanges()`` or
  /// ``ManagedObject/changedValuesForCurrentEvent``.
  public var tracksPendingChanges: Bool {
    get { graph.slots.pointee.tracksPendingChanges }
    set {
      keepsNotes = newValue
      updateNoting()
    }
  }

  /// Reports the changes since the last call to all listeners, and returns the changes.
  ///
  /// The listeners are the sequences of ``objectChanges`` and the ``FetchedResults`` of the context. Call this method
  /// when you have handled an event, because Armature does not use a run loop. Some calls process the changes as well:
  /// - A fetch does so at its start.
  /// - A save does so at its start and its end.
  /// - ``PersistentContainer/perform(_:)`` does so at its end.
  ///
  /// Without listeners, no changes are recorded, and the result is empty. To record them anyway, set
  /// ``tracksPendingChanges``.
  ///
  /// Core Data: `processPendingChanges()`.
  ///
  /// - Complexity: O(*n*) in the number of changes, plus the time that the listeners take.
  @discardableResult public func processPendingChanges() -> ObjectChanges {
    let isNoting = graph.slots.pointee.tracksPendingChanges && !isProcessing
    let changes = isNoting ? graph.listeners.takeNotes() : GraphChanges()
    let told = ObjectChanges(changes, graph)
    if changes.isEmpty { return told }
    isProcessing = true
    defer { isProcessing = false }
    if !told.isEmpty { objectBroadcast.send(told) }
    for reference in liveLists { reference.note(changes) }
    updateNoting()
    return told
  }

  /// Records changes as long as something listens.
  func updateNoting() {
    graph.setTracksPendingChanges(keepsNotes || !objectBroadcast.isEmpty || !liveLists.isEmpty)
  }

  /// Tells a list of changes from now on.
  func follow(_ list: WeakLiveList) {
    liveLists.append(list)
    updateNoting()
  }

  /// Removes lists that no longer exist.
  func forgetResults() {
    liveLists.removeAll { $0.list == nil }
    updateNoting()
  }

  /// Notifies observers of the changes of a closure when the closure is over.
  func operation<Result>(_ body: () throws -> Result) rethrows -> Result {
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    return try body()
  }
}
