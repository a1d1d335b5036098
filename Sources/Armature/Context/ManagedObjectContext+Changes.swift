import ArmatureModel

/// Telling others what a context has saved, and what has changed in it between two saves.
extension ManagedObjectContext {
  /// The saves of the context from now on, one value for each, after it; none for a save that fails or
  /// that changes nothing.
  ///
  /// ```swift
  /// for await change in context.changes { print(change.inserted.count) }
  /// ```
  /// Each call makes a sequence of its own, which keeps what nobody has taken yet, and ends with the
  /// context. It may be read in another task.
  public var changes: AsyncStream<ContextChange> { broadcast.makeStream() }

  /// What changes in the context from now on, saved or not: one value each time that changes are
  /// processed, unless there are none.
  ///
  /// ```swift
  /// for await changes in context.objectChanges { print(changes.updated.count) }
  /// ```
  /// Each call makes a sequence of its own, which keeps what nobody has taken yet, and ends with the
  /// context. It may be read in another task. While there is one, ``notesChanges`` is on. Core Data:
  /// `NSManagedObjectContextObjectsDidChange`.
  public var objectChanges: AsyncStream<ObjectChanges> {
    let stream = objectBroadcast.makeStream()
    updateNoting()
    return stream
  }

  /// Whether the context notes what changes between two times that changes are processed; `false` by
  /// default.
  ///
  /// It does by itself while anybody listens to ``objectChanges``, and while there are
  /// ``FetchedResults``. Set this to get the changes from ``processPendingChanges()``, or
  /// ``ManagedObject/changedValuesForCurrentEvent``, without any of them.
  public var notesChanges: Bool {
    get { graph.slots.pointee.notesChanges }
    set {
      keepsNotes = newValue
      updateNoting()
    }
  }

  /// Tells those who listen what has changed since this was last called, and returns it.
  ///
  /// Without anybody who listens nothing is noted, and nothing has changed; see ``notesChanges``. Saves
  /// and fetches do this by themselves, at their start, saves also at their end, and so does
  /// ``PersistentContainer/perform(_:)`` at its end. There is no run loop that does: call this where an
  /// event is over. Core Data: `processPendingChanges()`.
  ///
  /// - Complexity: O(*n*) in the number of changes, beside what those who listen do.
  @discardableResult public func processPendingChanges() -> ObjectChanges {
    let isNoting = graph.slots.pointee.notesChanges && !isProcessing
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

  /// Has changes noted while anybody wants to know, and no longer.
  func updateNoting() {
    graph.setNotesChanges(keepsNotes || !objectBroadcast.isEmpty || !liveLists.isEmpty)
  }

  /// Tells a list of changes from now on.
  func follow(_ list: WeakLiveList) {
    liveLists.append(list)
    updateNoting()
  }

  /// Forgets lists that are gone.
  func forgetResults() {
    liveLists.removeAll { $0.list == nil }
    updateNoting()
  }

  /// Tells observers of what a closure changes when it is over.
  func operation<Result>(_ body: () throws -> Result) rethrows -> Result {
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    return try body()
  }
}
