import ArmatureModel

/// Notifies observers if values that they have read change.
///
/// Objects that are observed look like faults to the fast paths of property accesses, so each access takes the slow
/// path, which records reads and notices changes. Observers run user code. For this reason, they are notified after the
/// operation that changes the values has ended.
struct GraphObservation {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Begins an operation of several changes. Observers are notified when it ends.
  func beginOperation() { graph.listeners.openOperations += 1 }

  func endOperation() {
    graph.listeners.openOperations -= 1
    tellObservers()
  }

  /// Notifies observers of changes, unless an operation is in progress.
  @inline(__always) func tellObservers() {
    if _slowPath(graph.listeners.observers.hasChanges) { tellObserversNow() }
  }

  @inline(never) private func tellObserversNow() {
    guard graph.listeners.openOperations == 0, !graph.journal.isRecording,
      graph.journal.direction == .ahead, let context = graph.context,
      graph.journal.openCount == context.openGroups
    else { return }
    // An observer may release the context.
    withExtendedLifetime((graph, context)) {
      for (object, paths) in graph.listeners.observers.takeChanges() {
        for path in paths { object.wake(path) }
      }
      // A notified observer may observe again.
      graph.slots.hasObservers = !graph.listeners.observers.isEmpty
    }
  }
}

extension ManagedObject {
  /// Records the read of a property, if reads are tracked.
  @inline(__always) final func willRead(_ place: RowPlace) {
    if _slowPath(row.tableMask == 0) { track(place) }
  }

  /// Records the read of a property, given its table entry.
  @usableFromInline final func willRead(_ entry: PropertyEntry) {
    willRead(entry.place)
  }

  @inline(never) private func track(_ place: RowPlace) {
    guard row.slots.isObserving, let graph else { return }
    graph.listeners.observers.access(Int(place.index), of: row.handle)
    graph.slots.hasObservers = true
    row.state.insert(.watched)
  }

  /// Notifies observers of a write, unless an operation is in progress.
  @usableFromInline final func endWrite() {
    if _slowPath(row.slots.tracksReads), let graph {
      GraphObservation(graph).tellObservers()
    }
  }
}
