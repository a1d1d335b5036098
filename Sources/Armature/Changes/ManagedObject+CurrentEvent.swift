public import ArmatureModel

extension ManagedObject {
  /// The previous values of the stored properties that have changed since the context last processed its changes.
  ///
  /// The dictionary is keyed by the names of the properties. If a property had no value before, the dictionary contains
  /// `null` for it. To-many relationships that were not loaded when they changed are left out.
  ///
  /// The dictionary is empty if the object was inserted since the context last processed its changes. It is also empty
  /// if the context does not record changes: see ``ManagedObjectContext/tracksPendingChanges``.
  ///
  /// Core Data: `changedValuesForCurrentEvent()`.
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
