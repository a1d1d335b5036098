/// The events of objects with hooks while their values are restored. They are reported when all values are in place.
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
    guard isNeeded, object.shape.hasHooks else { return }
    if events[object] == nil { objects.append(object) }
    events[object, default: []].insert(event)
  }

  /// Records the effect of reverting a journal entry.
  mutating func note(_ entry: JournalEntry) {
    guard isNeeded, let (handle, event) = entry.event,
      let object = graph.slots.anyObject(handle)
    else { return }
    note(object, event)
  }

  /// Calls the hooks of the objects, in the order of their first events.
  func tell() {
    for object in objects where !object.hasDroppedValues {
      graph.userCode.allowingAbsentReads {
        object.awake(fromSnapshotEvents: events[object] ?? [])
      }
    }
  }
}

extension JournalEntry {
  /// The object that changes when undo or redo reverts the entry.
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
