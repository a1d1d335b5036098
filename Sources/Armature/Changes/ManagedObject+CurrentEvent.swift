public import ArmatureModel

extension ManagedObject {
  /// What the stored properties had that were set since changes were last processed, and have other
  /// values now.
  ///
  /// Absent values are `null`. Without anybody who listens to changes there are none: see
  /// ``ManagedObjectContext/notesChanges``. A to-many relationship that was not loaded when it was
  /// changed is left out, and so is everything of an object that was inserted since. Core Data:
  /// `changedValuesForCurrentEvent()`.
  public final var changedValuesForCurrentEvent: [String: AttributeValue] {
    guard let graph, let note = graph.listeners.notes[row.handle] else { return [:] }
    var values: [String: AttributeValue] = [:]
    for written in note.properties where written.isWritten {
      let property = runtime.properties[Int(written.index)]
      if property.description.isTransient || !hasChanged(written) { continue }
      values[property.name] = written.former.value(in: graph)
    }
    return values
  }
}

extension ChangeNotes.Former {
  /// What a property of an object of a graph had, as a value; `nil` where nobody knows.
  fileprivate func value(in graph: ObjectGraph) -> AttributeValue? {
    switch self {
    case .value(let value): value
    case .link(let handle):
      handle.isNone ? .null : graph.id(of: handle).map { .object($0) } ?? .null
    case .list(let handles): .objects(handles.compactMap(graph.id(of:)))
    case .unknown: nil
    }
  }
}
