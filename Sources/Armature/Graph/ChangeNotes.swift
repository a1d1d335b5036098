import ArmatureModel

/// What happened to the objects of a graph since changes were last processed, while somebody wants to
/// know.
///
/// The first note about an object says whether it was there, the first about a property what it had:
/// what comes of both together is found out when the notes are taken.
struct ChangeNotes {
  /// What is noted about one object.
  struct Note {
    let handle: Handle
    /// Whether the object was there before.
    let wasThere: Bool
    /// Whether values of the store were taken over, or given up to be read again.
    var isRefreshed = false
    /// The properties that were written to.
    var properties: [Property] = []
  }

  /// What is noted about a property.
  struct Property {
    /// The position of the property in its entity.
    let index: UInt16
    /// Whether it was written to, rather than read again.
    var isWritten: Bool
    let former: Former
  }

  /// What a property had.
  enum Former {
    case value(AttributeValue)
    case link(Handle)
    case list(ContiguousArray<Handle>)
    /// A list that was not loaded.
    case unknown
  }

  private(set) var notes: [Note] = []
  private var positions: [Handle: Int] = [:]
  private(set) var isReset = false
  /// Whether others may have saved objects that nobody here has heard of.
  private(set) var isUnknown = false

  var isEmpty: Bool { notes.isEmpty && !isReset && !isUnknown }

  subscript(handle: Handle) -> Note? { positions[handle].map { notes[$0] } }

  /// Notes that something happens to an object that was there, or was not.
  mutating func note(_ handle: Handle, wasThere: Bool, isRefreshed: Bool = false) {
    let position = position(of: handle, wasThere: wasThere)
    if isRefreshed { notes[position].isRefreshed = true }
  }

  /// Notes that a property of an object is about to change; what it has is asked for once.
  mutating func note(
    _ index: UInt16, of handle: Handle, wasThere: Bool, isWritten: Bool,
    former: @autoclosure () -> Former
  ) {
    let position = position(of: handle, wasThere: wasThere)
    // Of an object that is new all is.
    guard notes[position].wasThere else { return }
    if let known = notes[position].properties.firstIndex(where: { $0.index == index }) {
      if isWritten { notes[position].properties[known].isWritten = true }
    } else {
      notes[position].properties.append(
        Property(index: index, isWritten: isWritten, former: former()))
    }
  }

  private mutating func position(of handle: Handle, wasThere: Bool) -> Int {
    // Most writes are to the object of the last one.
    if let last = notes.last, last.handle == handle { return notes.count - 1 }
    if let known = positions[handle] { return known }
    positions[handle] = notes.count
    notes.append(Note(handle: handle, wasThere: wasThere))
    return notes.count - 1
  }

  /// Notes that others may have saved objects that nobody here has heard of.
  mutating func noteUnknown() { isUnknown = true }

  /// Notes that all objects are gone, and their handles mean nothing any more.
  mutating func noteReset() {
    self = ChangeNotes()
    isReset = true
  }

  /// Forgets what is noted about objects before a handle.
  mutating func forget(before end: Handle) {
    notes.removeAll { $0.handle < end }
    positions = Dictionary(
      uniqueKeysWithValues: notes.indices.map { (notes[$0].handle, $0) })
  }
}
