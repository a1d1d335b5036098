package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Rows with their values as lists.
extension StoreRows {
  /// Returns all rows with their values as lists.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for invalid rows or values.
  func all() throws -> [StoreRow] {
    let rows = try readable()
    if let wrongValue { throw wrongValue }
    return rows
  }

  /// Returns all rows without their invalid values. ``wrongValues`` contains the invalid values.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for invalid rows.
  func readable() throws -> [StoreRow] {
    try finish()
    return records.map(storeRow)
  }

  /// Returns the memory of a row, which the caller then owns.
  func takeRow(at index: Int) -> Row? { records[index].row.take() }

  /// Returns a row with its values as a list.
  func storeRow(_ record: Record) -> StoreRow {
    StoreRow(id(record.entity, record.key), version: record.version, values: values(record))
  }

  func id(_ entity: Int, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entityName: model.entities[entity].name, key: key, storeID: storeID)
  }

  private func values(_ record: Record) -> [AttributeValue] {
    guard let row = record.row else { return [] }
    return model.shape(at: record.entity).persistent.map { place in
      switch place.kind {
      case .objects: return .null
      case .object:
        let position = row.link(place).handle.rawValue
        if position == 0 { return .null }
        let (entity, key) = links[Int(position) - 1]
        return .object(id(entity, key))
      default: return row.value(place)
      }
    }
  }
}

extension StoreRow {
  /// Returns the rows that a closure passes, with their values as lists.
  ///
  /// - Throws: The error of the closure, or ``PersistentStoreError/wrongAnswer(function:must:but:)``.
  package static func list(
    of model: ManagedObjectModel, storeID: UUID, _ give: (StoreRows) throws -> Void
  ) throws -> [StoreRow] {
    let rows = StoreRows(.all, .of(model), storeID: storeID, for: nil, includesValues: true)
    try give(rows)
    return try rows.all()
  }
}
