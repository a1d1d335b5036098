import ArmatureModel

extension Changeset {
  /// The objects with the identities given for relationships.
  struct FoundEnds {
    var ids: [String: AttributeValue] = [:]
    var decisions = IdentityDecisions()
    /// The state of the store they were found in; `nil` for several states.
    var token: PersistentHistoryToken?
  }

  /// Finds the objects with the identities; adds a failure for each that is not found.
  ///
  /// - Throws: Any error of the store.
  func findEnds(_ failures: inout CastFailures) throws -> FoundEnds {
    var found = FoundEnds()
    guard let context = object.managedObjectContext else { return found }
    for (name, value) in identities.sorted(by: { $0.key < $1.key }) {
      guard let property = object.runtime.property(named: name),
        let destination = property.description.asRelationship?.destination,
        let position = context.runtime.index(of: destination)
      else { continue }
      let (end, token) = try context.resolve(value, ofEntityAt: position)
      guard let end else {
        failures.add(.brokenReference(entity: destination, identifier: value), [name], value)
        continue
      }
      found.ids[name] = .object(end.objectID)
      if context.graph.store == nil || end.isInserted { continue }
      guard let number = context.graph.indexes.identity(ofEntityAt: position) else { continue }
      found.token = found.decisions.isEmpty || found.token == token ? token : nil
      let finding = found.decisions.note(
        IdentityDecisions.Finding(
          constraint: number, values: [value], entity: position, use: .end, id: end.objectID,
          handle: end.row.handle))
      found.decisions.noteLink(of: object.row.handle, property.place, to: finding)
    }
    return found
  }
}
