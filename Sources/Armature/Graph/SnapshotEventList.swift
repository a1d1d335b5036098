/// What happens to objects with hooks while their values are put back, to be told when all is in place.
struct SnapshotEventList {
  private let graph: ObjectGraph
  private let isNeeded: Bool
  private var objects: [ManagedObject] = []
  private var events: [ManagedObject: SnapshotEvents] = [:]

  init(_ graph: ObjectGraph) {
    self.graph = graph
    isNeeded = graph.model.hasCustomClasses
  }

  mutating func note(_ object: ManagedObject, _ event: SnapshotEvents) {
    guard isNeeded, object.shape.pointee.hasHooks else { return }
    if events[object] == nil { objects.append(object) }
    events[object, default: []].insert(event)
  }

  /// Notes what going over an entry of the journal does.
  mutating func note(_ entry: JournalEntry) {
    guard isNeeded, let (handle, event) = entry.event,
      let object = graph.slots.pointee.anyObject(handle)
    else { return }
    note(object, event)
  }

  /// Tells the objects, in the order in which it happened to them.
  func tell() {
    for object in objects where !object.hasDroppedValues {
      graph.userCode.allowingAbsentReads {
        object.awake(fromSnapshotEvents: events[object] ?? [])
      }
    }
  }
}

extension JournalEntry {
  /// The object that gets other values when undo or redo goes over the entry.
  fileprivate var event: (handle: Handle, event: SnapshotEvents)? {
    switch self {
    case .value(_, let target), .link(_, let target), .list(_, let target):
      (target.handle, .undoUpdate)
    case .inserted(let handle), .returned(let handle): (handle, .undoInsertion)
    case .deleted(let handle): (handle, .undoDeletion)
    case .firstChange, .lostChange, .stored, .primitive, .layout, .overtaken, .late: nil
    }
  }
}
