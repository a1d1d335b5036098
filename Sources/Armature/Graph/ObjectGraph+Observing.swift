import ArmatureModel

/// Observed objects: reads are tracked, and changes wake who has read what changed.
///
/// Rows of observed objects have the mask of faults, so that every access takes the slow path. What is read
/// outside of an observation is not kept, and changes are noticed while something is observed. Observers
/// are told when whatever makes the change is over, since they run code of the user: never while it
/// goes on.
extension ObjectGraph {
  /// Switches the noting of changes on or off.
  func setNotesChanges(_ notesChanges: Bool) {
    guard notesChanges != slots.pointee.notesChanges else { return }
    if notesChanges { indexes.watchAll() }
    listeners.setNotesChanges(notesChanges)
  }

  /// Switches the tracking of reads on or off.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  func setTracksReads(_ tracksReads: Bool) {
    guard tracksReads != slots.pointee.tracksReads else { return }
    listeners.setTracksReads(tracksReads)
    for position in 1..<max(1, slots.pointee.count) {
      slots.pointee.slots[position].object?._withUnsafeGuaranteedRef { object in
        if !object.row.state.contains(.fault) { object.setTableMask(slots) }
      }
    }
  }

  /// Begins an operation of several changes, of which observers are told when it is over.
  func beginOperation() { listeners.openOperations += 1 }

  func endOperation() {
    listeners.openOperations -= 1
    tellObservers()
  }

  /// Tells observers of what has changed, unless it is part of something that goes on.
  @inline(__always) func tellObservers() {
    if _slowPath(listeners.observers.hasChanges) { tellObserversNow() }
  }

  @inline(never) private func tellObserversNow() {
    guard listeners.openOperations == 0, !journal.isRecording, journal.direction == .ahead,
      let context, journal.openCount == context.openGroups
    else { return }
    // An observer may let go of the context.
    withExtendedLifetime((self, context)) {
      for (object, paths) in listeners.observers.takeChanges() {
        for path in paths { object.wake(path) }
      }
      // Who is woken may observe again.
      slots.pointee.hasObservers = !listeners.observers.isEmpty
    }
  }
}

extension ManagedObject {
  /// Opens the fast paths to an object that has its values, or closes them if reads are tracked.
  @inline(__always) final func setTableMask(_ slots: UnsafeMutablePointer<SlotTable>) {
    row.tableMask = slots.pointee.tracksReads ? 0 : shape.pointee.tableMask
  }

  /// Notes that a property is read, if reads are tracked.
  @inline(__always) final func willRead(_ place: RowPlace) {
    if _slowPath(row.tableMask == 0) { track(place) }
  }

  /// The same for an entry of the table.
  @usableFromInline final func willRead(_ entry: UnsafeMutablePointer<PropertyEntry>) {
    willRead(entry.pointee.place)
  }

  @inline(never) private func track(_ place: RowPlace) {
    guard row.slots.pointee.tracksReads, let graph else { return }
    guard graph.listeners.observers.access(Int(place.index), of: row.handle) else { return }
    graph.slots.pointee.hasObservers = true
    row.state.insert(.watched)
  }

  /// Tells observers of a write, unless it is part of something that goes on.
  @usableFromInline final func endWrite() {
    if _slowPath(row.slots.pointee.tracksReads) { graph?.tellObservers() }
  }
}
