import ArmatureModel

/// Rows of the store: requesting them, and filling faults with them.
extension ObjectGraph {
  /// Makes a body read from one reader.
  func reading<Result>(
    from reader: CheckedReader, _ body: () throws -> Result
  ) rethrows -> Result {
    let former = source.reader
    source.reader = reader
    defer { source.reader = former }
    return try body()
  }

  /// Loads the values of a fault. Returns `false` if the store no longer has its row.
  ///
  /// The objects of a fetch or of a relationship are usually registered one after the other, so this method also loads
  /// the next faults. A loop over the objects then needs only one round trip for each batch. No hooks are called,
  /// because a value may be read in the middle of any operation.
  func fill(_ object: ManagedObject) -> Bool {
    guard let store else { return false }
    let entity = object.shape.index
    let batch =
      [object.row.handle]
      + source.neighbours(of: object.row.handle, before: slots.next) {
        slots.entityOfFault($0) == entity
      }
    let found: StoreRows
    do {
      found = try source.singleUseReader(of: store).rows(
        for: batch.map { slots[$0].key }, of: entity, for: self)
    } catch {
      // The object stays a fault, and the next access tries again.
      source.lastError = error
      return false
    }
    let key = slots[object.row.handle].key
    let isFound = found.records.contains { $0.key == key }
    RowRegistration(self).register(found)
    // If a store assigns its key to another object, this object is removed.
    guard object.row.slots == slots else { return false }
    if !isFound { forgetMissing(object) }
    return isFound && !object.row.state.contains(.fault)
  }

  /// Returns the current rows of some objects, in one round trip for each of their entities.
  func storedRows(of objects: some Sequence<ManagedObject>) throws -> [Handle: StoreRow] {
    guard let store else { return [:] }
    var rows: [Handle: StoreRow] = [:]
    let reader = try source.reader(of: store)
    for (entity, group) in objects.grouped(by: { $0.shape.index }) {
      let found = try reader.rows(
        for: group.map { slots[$0.row.handle].key }, of: entity, for: nil)
      for row in try found.all() {
        if let handle = keys.handle(forKey: row.id.key) { rows[handle] = row }
      }
    }
    return rows
  }

  /// Makes the next throwing call report an invalid value of an object from the store.
  func noteWrong(_ value: AttributeValue, _ object: ManagedObject, _ place: RowPlace) {
    source.noteWrong(
      value, of: object.runtime.properties[Int(place.index)].description, in: object.objectID)
  }
}
