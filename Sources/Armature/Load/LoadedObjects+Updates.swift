import ArmatureModel

/// Records that update objects instead of creating them.
extension LoadedObjects {
  /// Returns the object with an identity that the next record updates; `nil` if the record creates an object.
  func formerObject(_ identity: ScopedIdentity) -> ManagedObject? {
    if let object = makers[identity].flatMap(object(at:)) { return object }
    let value = identity.key.value
    findFormer(identity)
    let saved = object(ofEntityAt: identity.scope, identifiedBy: value)
    if saved == nil { makers[identity] = count }
    return saved
  }

  /// Begins a record that updates an object, and returns the draft for its values.
  func update(
    _ object: ManagedObject, _ identity: ScopedIdentity, at place: LoadPlace
  ) -> ManagedObject {
    let handle = object.row.handle
    let former = objectRecords.add(count, to: handle, maker: makers[identity])
    if let former { mark(former, .isOvertaken) }
    records.append(Record(handle, place: place, marks: .isUpdate))
    if former == nil { _ = note(object, identity, .update) }
    return object.runtime.makeDraft()
  }

  /// Records for the save that a saved object was found by an identity.
  ///
  /// - Returns: The position of the finding; `nil` if nothing must be checked again.
  func note(
    _ object: ManagedObject, _ identity: ScopedIdentity, _ use: IdentityDecisions.Use
  ) -> Int32? {
    guard hasStore, !object.row.state.contains(.inserted),
      let number = context.graph.indexes.identity(ofEntityAt: identity.scope)
    else { return nil }
    return decisions.note(
      IdentityDecisions.Finding(
        constraint: number, values: [identity.key.value], entity: identity.scope, use: use,
        id: object.objectID, handle: object.row.handle))
  }

  /// Returns all records of a record's object, in order.
  func records(like record: Int) -> [Int] { objectRecords[records[record].handle] ?? [record] }

  /// Returns whether no earlier record has the same object.
  func isFirst(_ record: Int) -> Bool {
    objectRecords.first(of: records[record].handle) ?? record == record
  }

  /// The updated objects that existed before the load, in the order of the first of their records.
  var updatedObjects: [ManagedObject] {
    if objectRecords.isEmpty { return [] }
    return records.indices.compactMap { record in
      guard records[record].marks.contains(.isUpdate), isFirst(record) else { return nil }
      return object(at: record)
    }
  }
}
