import ArmatureModel

/// Notes about the changes to a graph's objects since changes were last processed. They are recorded only if there is a
/// listener.
///
/// The first note about an object states whether the object existed, and the first note about a property contains its
/// previous value. When changes are processed, they are compared with the current state to find out what has really
/// changed.
struct ChangeNotes {
  /// The note about one object.
  struct Note {
    let handle: Handle
    /// Whether the object existed before.
    let wasThere: Bool
    /// Whether values of the store were merged, or are to be read again.
    var isRefreshed = false
    /// The properties that were written to.
    var properties: [Property] = []
  }

  /// The note about a property.
  struct Property {
    /// The position of the property in its entity.
    let index: UInt16
    /// Whether it was written to, rather than read again.
    var isWritten: Bool
    let former: Former
  }

  /// The previous value of a property.
  enum Former {
    case value(AttributeValue)
    case link(Handle)
    case list(ContiguousArray<Handle>)
    /// An unloaded list.
    case unknown
  }

  private(set) var notes: [Note] = []
  private var positions: [Handle: Int] = [:]
  private(set) var isReset = false
  /// Whether other contexts may have saved objects that this context does not know.
  private(set) var isUnknown = false

  var isEmpty: Bool { notes.isEmpty && !isReset && !isUnknown }

  subscript(handle: Handle) -> Note? { positions[handle].map { notes[$0] } }

  /// Records an event of an object that existed, or did not.
  mutating func note(_ handle: Handle, wasThere: Bool, isRefreshed: Bool = false) {
    let position = position(of: handle, wasThere: wasThere)
    if isRefreshed { notes[position].isRefreshed = true }
  }

  /// Records that a property of an object is about to change. The closure for the previous value is called only for the
  /// first note about the property.
  mutating func note(
    _ index: UInt16, of handle: Handle, wasThere: Bool, isWritten: Bool,
    former: @autoclosure () -> Former
  ) {
    let position = position(of: handle, wasThere: wasThere)
    // A new object needs no notes about its properties.
    guard notes[position].wasThere else { return }
    if let known = notes[position].properties.firstIndex(where: { $0.index == index }) {
      if isWritten { notes[position].properties[known].isWritten = true }
    } else {
      notes[position].properties.append(
        Property(index: index, isWritten: isWritten, former: former()))
    }
  }

  private mutating func position(of handle: Handle, wasThere: Bool) -> Int {
    // Most writes are to the object of the last note.
    if let last = notes.last, last.handle == handle { return notes.count - 1 }
    if let known = positions[handle] { return known }
    positions[handle] = notes.count
    notes.append(Note(handle: handle, wasThere: wasThere))
    return notes.count - 1
  }

  /// Records that other contexts may have saved objects that this context does not know.
  mutating func noteUnknown() { isUnknown = true }

  /// Records that all objects were removed, so their handles are invalid.
  mutating func noteReset() {
    self = ChangeNotes()
    isReset = true
  }

  /// Discards the notes about objects before a handle.
  mutating func forget(before end: Handle) {
    notes.removeAll { $0.handle < end }
    positions = Dictionary(
      uniqueKeysWithValues: notes.indices.map { (notes[$0].handle, $0) })
  }
}
