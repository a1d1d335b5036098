import ArmatureModel

/// Rows of the store: asking for them, and filling faults with them.
extension ObjectGraph {
  /// Reads all that a body needs from one reader.
  func reading<Result>(
    from reader: CheckedReader, _ body: () throws -> Result
  ) rethrows -> Result {
    let former = source.reader
    source.reader = reader
    defer { source.reader = former }
    return try body()
  }

  /// Fills the row of a fault, and those of the faults registered behind it; false if there is no such
  /// row any more.
  ///
  /// The objects that a fetch or a link yields have slots side by side, so that looking at one after the other
  /// takes a round trip per batch. Calls no hook: reads may be in the middle of anything.
  func fill(_ object: ManagedObject) -> Bool {
    guard let store else { return false }
    let entity = object.shape.pointee.index
    let batch =
      [object.row.handle]
      + source.neighbours(of: object.row.handle, before: slots.pointee.next) {
        slots.pointee.entityOfFault($0) == entity
      }
    let found: StoreRows
    do {
      found = try source.readerOfOneAnswer(of: store).rows(
        for: batch.map { slots.pointee[$0].key }, of: entity, for: self)
    } catch {
      // The fault stays one, and the next access tries again.
      source.lastError = error
      return false
    }
    let key = slots.pointee[object.row.handle].key
    let isFound = found.records.contains { $0.key == key }
    RowUptake(self).take(found)
    // A store that gives its key to another object has it forgotten.
    guard object.row.slots == slots else { return false }
    if !isFound { forgetMissing(object) }
    return isFound && !object.row.state.contains(.fault)
  }

  /// The rows of some objects as they are now: a round trip for each entity of theirs.
  func storedRows(of objects: some Sequence<ManagedObject>) throws -> [Handle: StoreRow] {
    guard let store else { return [:] }
    var rows: [Handle: StoreRow] = [:]
    let reader = try source.reader(of: store)
    for (entity, group) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let found = try reader.rows(
        for: group.map { slots.pointee[$0.row.handle].key }, of: entity, for: nil)
      for row in try found.all() {
        if let handle = keys.handle(forKey: row.id.key) { rows[handle] = row }
      }
    }
    return rows
  }
}
