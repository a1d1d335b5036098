import ArmatureModel

/// Reporting saves, and changes between two saves.
extension ManagedObjectContext {
  /// The saves of the context from now on, one element after each save. A save that fails or changes nothing adds no
  /// element.
  ///
  /// ```swift
  /// for await change in context.changes { print(change.inserted.count) }
  /// ```
  /// Each call creates a sequence, which ends with the context and may be read in another task. It keeps the changes
  /// that have not been read. If thousands of saves have not been read, the older ones are joined into one change.
  public var changes: AsyncStream<ContextChange> { broadcast.makeStream() }

  /// The changes in the context from now on, saved or not: one element each time that changes are processed, unless
  /// nothing has changed.
  ///
  /// ```swift
  /// for await changes in context.objectChanges { print(changes.updated.count) }
  /// ```
  /// Each call creates a sequence, which ends with the context and may be read in another task. It keeps the changes
  /// that have not been read. If thousands have not been read, the older ones are joined into one. While a sequence
  /// exists, ``tracksPendingChanges`` is on. Core Data: `NSManagedObjectContextObjectsDidChange`.
  public var objectChanges: AsyncStream<ObjectChanges> {
    let stream = objectBroadcast.makeStream()
    updateNoting()
    return stream
  }

  /// A Boolean value that indicates whether the context records the changes between two calls of
  /// ``processPendingChanges()``; `false` by default.
  ///
  /// It is on while ``objectChanges`` has listeners and while ``FetchedResults`` exist. Turn it on to use
  /// ``processPendingChanges()`` or ``ManagedObject/changedValuesForCurrentEvent`` without either.
  public var tracksPendingChanges: Bool {
    get { graph.slots.pointee.tracksPendingChanges }
    set {
      keepsNotes = newValue
      updateNoting()
    }
  }

  /// Reports the changes since the last call to all listeners and returns them.
  ///
  /// Without listeners no changes are recorded, and the result is empty: see ``tracksPendingChanges``. Saves and
  /// fetches call this at their start, saves also at their end, and ``PersistentContainer/perform(_:)`` at its end. No
  /// run loop does so: call it when an event is over. Core Data: `processPendingChanges()`.
  ///
  /// - Complexity: O(*n*) in the number of changes, plus the time of the listeners.
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
