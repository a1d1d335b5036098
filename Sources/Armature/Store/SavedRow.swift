import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The row of a changed object, whose values a save passes to a store.
///
/// No reference is counted: the changes of the save keep the model and the object alive.
struct SavedRow {
  private let row: Row
  private let shape: EntityShape
  private unowned(unsafe) let model: ModelRuntime
  private let storeID: UUID

  @inline(__always) init(_ object: ManagedObject, in model: ModelRuntime, storeID: UUID) {
    (row, shape, self.model, self.storeID) = (object.row, object.shape, model, storeID)
  }

  // MARK: All values

  /// Visits all values, for an inserted object.
  func forEachValue(_ visit: (Int, AttributeValue) throws -> Void) rethrows {
    for (position, place) in shape.persistent.enumerated() {
      if place.kind == .objects || !row.isPresent(place) { continue }
      let value = value(place)
      if !value.isNull { try visit(position, value) }
    }
  }

  /// Passes all values in the form in which they are stored in memory. Missing values are passed as null.
  func writeValues(to writer: some StoreValueWriter) throws {
    for (position, place) in shape.persistent.enumerated() where place.kind != .objects {
      try write(place, position, to: writer)
    }
  }

  // MARK: Changed values

  /// Visits the places of changed properties.
  @inline(__always) func forEachPlace(
    of changed: ChangedProperties, _ visit: (Int, RowPlace) throws -> Void
  ) rethrows {
    for (position, place) in shape.persistent.enumerated()
    where changed.mayContain(position) {
      if position >= ChangedProperties.ownBitCount,
        place.kind == .objects || !row.isChanged(place) || row.isAsCommitted(place)
      {
        continue
      }
      try visit(position, place)
    }
  }

  /// Visits the values of changed properties.
  func forEachValue(
    of changed: ChangedProperties, _ visit: (Int, AttributeValue) throws -> Void
  ) rethrows {
    try forEachPlace(of: changed) { try visit($0, value($1)) }
  }

  /// Passes the values of changed properties in the form in which they are stored in memory.
  func writeValues(of changed: ChangedProperties, to writer: some StoreValueWriter) throws {
    try forEachPlace(of: changed) { try write($1, $0, to: writer) }
  }

  // MARK: One value

  @inline(__always) private func write(
    _ place: RowPlace, _ position: Int, to writer: some StoreValueWriter
  ) throws {
    guard row.isPresent(place) else { return try writer.write(.null, at: position) }
    switch place.kind {
    case .int64: try writer.write(row[place, as: Int64.self], at: position)
    case .double: try writer.write(row[place, as: Double.self], at: position)
    case .bool: try writer.write(row[place, as: Bool.self], at: position)
    case .date: try writer.write(row[place, as: Date.self], at: position)
    // In place: taking the text out of the row would count a reference.
    case .string:
      try row[place, as: String.self].withUTF8 { bytes in
        try writer.write(utf8: bytes, at: position)
      }
    default: try writer.write(value(place), at: position)
    }
  }

  /// Returns the value of a property in the form that a store gets: a link is the ID of the object to which it leads.
  /// Returns `null` for a link to a deleted object and for a to-many relationship.
  func value(_ place: RowPlace) -> AttributeValue {
    switch place.kind {
    case .object:
      let handle = row.link(place).handle
      let slot = row.slots[handle]
      guard slot.isThere, let entity = row.slots.entity(of: handle) else { return .null }
      return .object(
        ManagedObjectID(
          entityName: model.entities[entity].name, key: slot.key, storeID: storeID))
    case .objects: return .null
    default: return row.value(place)
    }
  }
}
