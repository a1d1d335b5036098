import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows in memory that custom steps split into others.
final class SplitRows: SplitTarget {
  private(set) var rows: MigrationRows
  /// The objects that were created or changed.
  private(set) var changed: Set<Int64> = []
  private var places: [Int64: MigrationRows.Place] = [:]
  private var dropped: Set<Int64> = []
  private let storeID: UUID
  private let reserveKeys: (Int) throws -> Range<Int64>
  private var model: ManagedObjectModel { rows.model }

  init(
    _ rows: MigrationRows, storeID: UUID, reserveKeys: @escaping (Int) throws -> Range<Int64>
  ) {
    (self.rows, self.storeID, self.reserveKeys) = (rows, storeID, reserveKeys)
    for (position, all) in rows.rows.enumerated() {
      for (index, row) in all.enumerated() {
        places[row.key] = MigrationRows.Place(entity: position, index: index)
      }
    }
  }

  /// Returns the rows after all splits.
  func finished() -> MigrationRows {
    rows.remove(dropped)
    return rows
  }

  func takeKeys(_ count: Int) throws -> Range<Int64> { try reserveKeys(count) }

  private func place(_ id: ManagedObjectID) -> MigrationRows.Place? {
    guard let place = places[id.key], !dropped.contains(id.key),
      model.entities[place.entity].name.hasSameBytes(as: id.entityName)
    else { return nil }
    return place
  }

  func isThere(_ id: ManagedObjectID) -> Bool { place(id) != nil }

  func end(of id: ManagedObjectID, at property: Int) -> ManagedObjectID? {
    guard let place = place(id), let key = rows[place].links[property].first,
      let end = places[key], !dropped.contains(key)
    else { return nil }
    return ManagedObjectID(
      entityName: model.entities[end.entity].name, key: key, storeID: storeID)
  }

  func insert(_ id: ManagedObjectID, _ values: [AttributeValue]) {
    guard let position = model.storage.index.value(exactly: id.entityName) else { return }
    let row = MigrationRows.Row(
      key: id.key, values: values, links: Array(repeating: [], count: values.count))
    places[id.key] = rows.append(row, ofEntityAt: position)
    changed.insert(id.key)
  }

  func setEnd(of id: ManagedObjectID, at property: Int, to end: ManagedObjectID?) {
    guard let place = place(id) else { return }
    rows[place].links[property] = end.map { [$0.key] } ?? []
    changed.insert(id.key)
  }

  func change(
    _ id: ManagedObjectID, at property: Int, adding member: ManagedObjectID?,
    removing former: ManagedObjectID?
  ) {
    guard let place = place(id) else { return }
    if let former { rows[place].links[property].removeAll { $0 == former.key } }
    guard let member, !rows[place].links[property].contains(member.key) else { return }
    rows[place].links[property].append(member.key)
  }

  func drop(_ id: ManagedObjectID) { dropped.insert(id.key) }
}
