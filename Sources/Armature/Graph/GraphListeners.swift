import ArmatureModel

/// Who wants to know what happens to the objects of a graph: those who process changes, and observers.
///
/// A write is noticed by the same mark in the row's state by which the journal and the indexes notice
/// it; without anybody who wants to know nothing is noted.
struct GraphListeners {
  private let slots: UnsafeMutablePointer<SlotTable>
  /// What happened since changes were last processed, if anybody wants to know.
  private(set) var notes = ChangeNotes()
  /// Who observes properties of objects.
  var observers = GraphObservers()
  /// How many operations are under way of which observers are told as a whole.
  var openOperations = 0

  init(_ slots: UnsafeMutablePointer<SlotTable>) { self.slots = slots }

  /// Switches the noting of changes on or off.
  mutating func setNotesChanges(_ notesChanges: Bool) {
    slots.pointee.notesChanges = notesChanges
    notes = ChangeNotes()
  }

  /// Switches the tracking of reads on or off.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  mutating func setTracksReads(_ tracksReads: Bool) {
    guard tracksReads != slots.pointee.tracksReads else { return }
    slots.pointee.setTracksReads(tracksReads)
    observers = GraphObservers()
    slots.pointee.hasObservers = false
    for position in 1..<max(1, slots.pointee.count) {
      slots.pointee.slots[position].object?._withUnsafeGuaranteedRef { object in
        if !object.row.state.contains(.fault) { object.setTableMask(slots) }
      }
    }
  }

  /// Notes that a property is about to change.
  ///
  /// - Parameter isWritten: Whether it is written to, rather than read again.
  @inline(__always) mutating func noteChange(
    _ object: ManagedObject, _ place: RowPlace, isWritten: Bool = true
  ) {
    if _slowPath(slots.pointee.noticesChanges) { noteChangeNow(object, place, isWritten) }
  }

  @inline(never) private mutating func noteChangeNow(
    _ object: ManagedObject, _ place: RowPlace, _ isWritten: Bool
  ) {
    let row = object.row
    if slots.pointee.notesChanges {
      notes.note(
        place.index, of: row.handle, wasThere: slots.pointee[row.handle].isThere,
        isWritten: isWritten, former: row.former(place))
    }
    observers.noteChange(of: Int(place.index), row.handle)
  }

  /// Notes that everything that was written to an object is about to be taken back.
  mutating func noteRestoring(_ object: ManagedObject) {
    guard slots.pointee.noticesChanges else { return }
    for property in object.runtime.properties where object.row.isChanged(property.place) {
      noteChange(object, property.place)
    }
  }

  /// Notes that an object comes that was not there.
  @inline(__always) mutating func noteComing(_ handle: Handle) {
    if _slowPath(slots.pointee.noticesChanges) { noteObject(handle, wasThere: false) }
  }

  /// Notes that an object is about to go, unless it is deleted already.
  mutating func noteGoing(_ handle: Handle) {
    guard slots.pointee.noticesChanges, slots.pointee[handle].isThere else { return }
    noteObject(handle, wasThere: true)
  }

  /// Notes that what others have saved of an object is taken over; of one that is deleted here only if that
  /// was noted, too: it may come back before the notes are taken.
  mutating func noteRefreshing(_ handle: Handle) {
    guard slots.pointee.notesChanges, slots.pointee[handle].isThere || notes[handle] != nil else {
      return
    }
    notes.note(handle, wasThere: true, isRefreshed: true)
  }

  /// Notes that others may have saved objects that nobody here has heard of.
  mutating func noteUnknown() {
    if slots.pointee.notesChanges { notes.noteUnknown() }
  }

  /// Notes that an object gives up its values, to be read again.
  mutating func noteEmptying(_ handle: Handle) {
    guard slots.pointee.noticesChanges else { return }
    noteRefreshing(handle)
    observers.noteChange(of: nil, handle)
  }

  private mutating func noteObject(_ handle: Handle, wasThere: Bool) {
    if slots.pointee.notesChanges { notes.note(handle, wasThere: wasThere) }
    observers.noteChange(of: nil, handle)
  }

  /// Notes that all objects are about to go.
  mutating func noteReset() {
    if slots.pointee.notesChanges { notes.noteReset() }
    observers.noteReset()
  }

  /// Forgets what was noted of objects before a handle, which are all gone.
  mutating func forget(before end: Handle) {
    notes.forget(before: end)
    observers.noteReset(before: end)
  }

  /// What came of everything that was noted, which is forgotten then.
  mutating func takeNotes() -> GraphChanges {
    var changes = GraphChanges()
    (changes.isReset, changes.isUnknown) = (notes.isReset, notes.isUnknown)
    for note in notes.notes {
      let isThere = slots.pointee[note.handle].isThere
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

  /// Whether a property that was written to has another value now; `true` where nobody knows.
  private func isChanged(_ property: ChangeNotes.Property, _ handle: Handle) -> Bool {
    guard let object = slots.pointee.anyObject(handle), !object.row.state.contains(.fault) else {
      // Its values are read again; the note that it was refreshed says so.
      return false
    }
    return object.hasChanged(property)
  }
}

extension ManagedObject {
  /// Opens the fast paths to an object that has its values, or closes them if reads are tracked.
  @inline(__always) final func setTableMask(_ slots: UnsafeMutablePointer<SlotTable>) {
    row.tableMask = slots.pointee.tracksReads ? 0 : shape.pointee.tableMask
  }

  /// Whether a property has another value than it had; `true` where nobody knows.
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
  /// What a property has.
  func former(_ place: RowPlace) -> ChangeNotes.Former {
    switch place.kind {
    case .object: .link(link(place).handle)
    case .objects:
      list(place).pointee.isLoaded ? .list(list(place).pointee.handles) : .unknown
    default: .value(value(place))
    }
  }
}
