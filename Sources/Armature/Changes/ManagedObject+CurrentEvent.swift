public import ArmatureModel

extension ManagedObject {
  /// The previous values of the stored properties that have changed since changes were last processed.
  ///
  /// Missing values are `null`. The result is empty if nothing listens to changes: see
  /// ``ManagedObjectContext/tracksPendingChanges``. A to-many relationship that was not loaded when it was changed is
  /// left out, as are all properties of an object inserted since. Core Data: `changedValuesForCurrentEvent()`.
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
  /// Returns the previous value of an object's property; `nil` if it is unknown.
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
