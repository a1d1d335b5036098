import ArmatureModel

/// Telling observers what has changed of what they have read.
///
/// Rows of observed objects have the mask of faults, so that every access takes the slow path. What is read
/// outside of an observation is not kept, and changes are noticed while something is observed. Observers
/// are told when whatever makes the change is over, since they run code of the user: never while it
/// goes on.
struct GraphObservation {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Begins an operation of several changes, of which observers are told when it is over.
  func beginOperation() { graph.listeners.openOperations += 1 }

  func endOperation() {
    graph.listeners.openOperations -= 1
    tellObservers()
  }

  /// Tells observers of what has changed, unless it is part of something that goes on.
  @inline(__always) func tellObservers() {
    if _slowPath(graph.listeners.observers.hasChanges) { tellObserversNow() }
  }

  @inline(never) private func tellObserversNow() {
    guard graph.listeners.openOperations == 0, !graph.journal.isRecording,
      graph.journal.direction == .ahead, let context = graph.context,
      graph.journal.openCount == context.openGroups
    else { return }
    // An observer may let go of the context.
    withExtendedLifetime((graph, context)) {
      for (object, paths) in graph.listeners.observers.takeChanges() {
        for path in paths { object.wake(path) }
      }
      // Who is woken may observe again.
      graph.slots.pointee.hasObservers = !graph.listeners.observers.isEmpty
    }
  }
}

extension ManagedObject {
  /// Notes that a property is read, if reads are tracked.
  @inline(__always) final func willRead(_ place: RowPlace) {
    if _slowPath(row.tableMask == 0) { track(place) }
  }

  /// The same for an entry of the table.
  @usableFromInline final func willRead(_ entry: UnsafeMutablePointer<PropertyEntry>) {
    willRead(entry.pointee.place)
  }

  @inline(never) private func track(_ place: RowPlace) {
    guard row.slots.pointee.isObserving, let graph else { return }
    graph.listeners.observers.access(Int(place.index), of: row.handle)
    graph.slots.pointee.hasObservers = true
    row.state.insert(.watched)
  }

  /// Tells observers of a write, unless it is part of something that goes on.
  @usableFromInline final func endWrite() {
    if _slowPath(row.slots.pointee.tracksReads), let graph {
      GraphObservation(graph).tellObservers()
    }
  }
}
