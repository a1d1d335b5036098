import ArmatureModel

/// Reporting saves, and changes between two saves.
extension ManagedObjectContext {
  /// A sequence of the changes that this context saves from now on.
  ///
  /// You get one element for each successful save. For example, the following loop prints how many objects each save
  /// has inserted:
  ///
  /// ```swift
  /// for await change in context.changes { print(change.inserted.count) }
  /// ```
  /// Each access to this property creates a new sequence, which you can read in any task. No change is lost if you read
  /// slowly, because the sequence keeps the changes until you read them. If there are thousands of them, it combines
  /// the oldest ones. The sequence ends when the context is released.
  public var changes: AsyncStream<ContextChange> { broadcast.makeStream() }

  /// A sequence of the changes to the objects of this context from now on, whether you save them or not.
  ///
  /// The context collects changes and reports them together when you call ``processPendingChanges()``, and also when
  /// you fetch or save. You get one element for each report:
  ///
  /// ```swift
  /// for await changes in context.objectChanges { print(changes.updated.count) }
  /// ```
  /// Each access to this property creates a new sequence, which you can read in any task. No change is lost if you read
  /// slowly, because the sequence keeps the changes until you read them. If there are thousands of them, it combines
  /// the oldest ones. The sequence ends when the context is released.
  ///
  /// Core Data: `NSManagedObjectContextObjectsDidChange`.
  public var objectChanges: AsyncStream<ObjectChanges> {
    let stream = objectBroadcast.makeStream()
    updateNoting()
    return stream
  }

  /// A Boolean value that indicates whether the context records each change, so that ``processPendingChanges()`` can
  /// return it. The default is `false`.
  ///
  /// You rarely need this property, because the context also records changes while you use a sequence of
  /// ``objectChanges`` or a ``FetchedResults``. Set it to `true` if you use neither of them, but want to call
  /// ``processPendingChanges()`` or read ``ManagedObject/changedValuesForCurrentEvent``.
  public var tracksPendingChanges: Bool {
    get { graph.slots.tracksPendingChanges }
    set {
      keepsNotes = newValue
      updateNoting()
    }
  }

  /// Reports all changes since the last call to the listeners of the context, and returns them.
  ///
  /// The listeners are the sequences of ``objectChanges`` and the ``FetchedResults`` of the context. Armature does not
  /// depend on a run loop, so call this method yourself after you have handled an event, such as a click. The following
  /// calls report the changes as well:
  /// - A fetch does so at its start.
  /// - A save does so at its start and its end.
  /// - ``PersistentContainer/perform(_:)`` does so at its end.
  ///
  /// If the context has no listeners, it records no changes, and this method returns an empty value. To record changes
  /// in this case as well, set ``tracksPendingChanges``.
  ///
  /// Core Data: `processPendingChanges()`.
  ///
  /// - Complexity: O(*n*) in the number of changes, plus the time that the listeners take.
  @discardableResult public func processPendingChanges() -> ObjectChanges {
    let isNoting = graph.slots.tracksPendingChanges && !isProcessing
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
