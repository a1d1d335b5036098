import ArmatureModel

/// The listeners to a graph's objects: observers, and everything that processes pending changes.
///
/// A write is noticed by the same mark in the state of the row that the journal and the indexes use. Without listeners,
/// nothing is recorded.
struct GraphListeners {
  private let slots: SlotTable
  /// The events since changes were last processed, if anyone listens.
  private(set) var notes = ChangeNotes()
  /// The observers of properties.
  var observers = GraphObservers()
  /// The number of operations in progress that observers see as a whole.
  var openOperations = 0

  init(_ slots: SlotTable) { self.slots = slots }

  /// Turns the recording of changes on or off.
  mutating func setTracksPendingChanges(_ tracksPendingChanges: Bool) {
    slots.tracksPendingChanges = tracksPendingChanges
    notes = ChangeNotes()
  }

  /// Turns the tracking of reads on or off.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  mutating func setTracksReads(_ tracksReads: Bool) {
    guard tracksReads != slots.tracksReads else { return }
    slots.setTracksReads(tracksReads)
    observers = GraphObservers()
    slots.hasObservers = false
    for position in 1..<max(1, slots.count) {
      slots.slots[position].object?._withUnsafeGuaranteedRef { object in
        if !object.row.state.contains(.fault) { object.setTableMask(slots) }
      }
    }
  }

  /// Records that a property is about to change.
  ///
  /// - Parameter isWritten: True if the property is set, and false if it is read again from the store.
  @inline(__always) mutating func noteChange(
    _ object: ManagedObject, _ place: RowPlace, isWritten: Bool = true
  ) {
    if _slowPath(slots.isObserved) { noteChangeNow(object, place, isWritten) }
  }

  @inline(never) private mutating func noteChangeNow(
    _ object: ManagedObject, _ place: RowPlace, _ isWritten: Bool
  ) {
    let row = object.row
    if slots.tracksPendingChanges {
      notes.note(
        place.index, of: row.handle, wasThere: slots[row.handle].isThere,
        isWritten: isWritten, former: row.former(place))
    }
    observers.noteChange(of: Int(place.index), row.handle)
  }

  /// Records that all writes to an object are about to be reverted.
  mutating func noteRestoring(_ object: ManagedObject) {
    guard slots.isObserved else { return }
    for property in object.runtime.properties where object.row.isChanged(property.place) {
      noteChange(object, property.place)
    }
  }

  /// Records that a new object appears.
  @inline(__always) mutating func noteComing(_ handle: Handle) {
    if _slowPath(slots.isObserved) { noteObject(handle, wasThere: false) }
  }

  /// Records that an object will be removed, unless the object is already deleted.
  mutating func noteGoing(_ handle: Handle) {
    guard slots.isObserved, slots[handle].isThere else { return }
    noteObject(handle, wasThere: true)
  }

  /// Records that values that another context has saved are merged into an object. For an object that was deleted here,
  /// this is recorded only if the deletion was also recorded, because the object may be restored before the notes are
  /// taken.
  mutating func noteRefreshing(_ handle: Handle) {
    guard slots.tracksPendingChanges, slots[handle].isThere || notes[handle] != nil
    else {
      return
    }
    notes.note(handle, wasThere: true, isRefreshed: true)
  }

  /// Records that other contexts may have saved objects that this context does not know.
  mutating func noteUnknown() {
    if slots.tracksPendingChanges { notes.noteUnknown() }
  }

  /// Records that an object discards its values, to be read again.
  mutating func noteEmptying(_ handle: Handle) {
    guard slots.isObserved else { return }
    noteRefreshing(handle)
    observers.noteChange(of: nil, handle)
  }

  private mutating func noteObject(_ handle: Handle, wasThere: Bool) {
    if slots.tracksPendingChanges { notes.note(handle, wasThere: wasThere) }
    observers.noteChange(of: nil, handle)
  }

  /// Records that all objects are about to be removed.
  mutating func noteReset() {
    if slots.tracksPendingChanges { notes.noteReset() }
    observers.noteReset()
  }

  /// Discards the notes about objects before a handle, which have all been removed.
  mutating func forget(before end: Handle) {
    notes.forget(before: end)
    observers.noteReset(before: end)
  }

  /// Returns the net effect of all notes and clears them.
  mutating func takeNotes() -> GraphChanges {
    var changes = GraphChanges()
    (changes.isReset, changes.isUnknown) = (notes.isReset, notes.isUnknown)
    for note in notes.notes {
      let isThere = slots[note.handle].isThere
      guard note.wasThere, isThere else {
        if isThere { changes.inserted.append(note.handle) }
        if note.wasThere { changes.deleted.append(note.handle) }
        continue
      }
      let written = note.properties.filter { $0.isWritten && isChanged($0, note.handle) }
      if !written.isEmpty {
        changes.updated.append((note.handle, written.map { Int($0.index) }))
      }
      if note.isRefreshed { changes.refreshed.append(note.handle) }
    }
    notes = ChangeNotes()
    return changes
  }

  /// Returns whether the value of a changed property now differs. Returns `true` if this is unknown.
  private func isChanged(_ property: ChangeNotes.Property, _ handle: Handle) -> Bool {
    guard let object = slots.anyObject(handle), !object.row.state.contains(.fault) else {
      // Its values will be read again, which the note about refreshing records.
      return false
    }
    return object.hasChanged(property)
  }
}

extension ManagedObject {
  /// Opens the fast paths of an object that has its values. If reads are tracked, closes them instead.
  @inline(__always) final func setTableMask(_ slots: SlotTable) {
    row.tableMask = slots.tracksReads ? 0 : shape.tableMask
  }

  /// Returns whether a property differs from its previous value. Returns `true` if this is unknown.
  final func hasChanged(_ noted: ChangeNotes.Property) -> Bool {
    let property = runtime.properties[Int(noted.index)]
    switch (noted.former, row.former(property.place)) {
    case (.value(let former), .value(let value)): return former != value
    case (.link(let former), .link(let handle)): return former != handle
    case (.list(let former), .list(let handles)):
      let isOrdered = property.description.asRelationship?.arity == .ordered
      return isOrdered ? former != handles : Set(former) != Set(handles)
    default: return true
    }
  }
}

extension Row {
  /// Returns the current value of a property for comparison.
  func former(_ place: RowPlace) -> ChangeNotes.Former {
    switch place.kind {
    case .object: .link(link(place).handle)
    case .objects:
      list(place).isLoaded ? .list(list(place).handles) : .unknown
    default: .value(value(place))
    }
  }
}
