import Armature
import ArmatureModel

/// To-many relationships.
extension SQLSave {
  private func place(of links: StoreChange.Links, _ id: ManagedObjectID) -> SQLPlace? {
    guard let places = schema.places[id.entityName], places.indices.contains(links.property) else {
      return nil
    }
    return places[links.property]
  }

  /// Removes members from tables of pairs. If a member stores the key of its owner in a column, its own change updates
  /// the column.
  ///
  /// The database removes deleted members itself, unless the deletion must check that nothing leads to them.
  func remove(_ links: StoreChange.Links, of id: ManagedObjectID) throws {
    if links.removed.isEmpty { return }
    guard case .pairs(let pairs)? = place(of: links, id) else { return }
    let isGuarded = database.guards.contains(pairs)
    for member in links.going where isGuarded || !deletedKeys.contains(member.key) {
      try remove(id.key, member.key, pairs)
      if pairs.isSymmetric { try remove(member.key, id.key, pairs) }
    }
  }

  /// Adds members to tables of pairs. Members that only move are not added, because another save may have removed them.
  func add(_ links: StoreChange.Links, of id: ManagedObjectID) throws {
    guard case .pairs(let pairs)? = place(of: links, id) else { return }
    for member in links.coming {
      try add(id.key, member.key, pairs)
      if pairs.isSymmetric { try add(member.key, id.key, pairs) }
    }
  }

  private func remove(_ owner: Int64, _ member: Int64, _ pairs: SQLPairs) throws {
    let count = try run(.remove(pairs.name, owner: pairs.owner), owner, member) {
      "DELETE FROM \(name: pairs.name) WHERE \(name: pairs.owner) = \(value: .null) AND \(name: pairs.member) = \(value: .null)"
    }
    if count == 0, try hasPair(owner, member, pairs) { throw connection.notWritten(in: pairs.name) }
  }

  private func add(_ owner: Int64, _ member: Int64, _ pairs: SQLPairs) throws {
    let count = try run(.add(pairs.name, owner: pairs.owner), owner, member) {
      "INSERT INTO \(name: pairs.name) (\(name: pairs.owner), \(name: pairs.member)) VALUES (\(value: .null), \(value: .null)) ON CONFLICT DO NOTHING"
    }
    if count == 0, try !hasPair(owner, member, pairs) {
      throw connection.notWritten(in: pairs.name)
    }
  }

  private func hasPair(_ owner: Int64, _ member: Int64, _ pairs: SQLPairs) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM \(name: pairs.name) WHERE \(name: pairs.owner) = \(value: .integer(owner)) \
      AND \(name: pairs.member) = \(value: .integer(member))
      """) != nil
  }

  /// Returns whether a row has members in a table of pairs. Members with some keys do not count.
  func hasMembers(_ owner: Int64, _ pairs: SQLPairs, besides keys: Set<Int64>) throws -> Bool {
    var isFound = false
    try run(.members(pairs.name, owner: pairs.owner), owner) {
      "SELECT \(name: pairs.member) FROM \(name: pairs.name) WHERE \(name: pairs.owner) = \(value: .null)"
    } visit: { row in
      if !keys.contains(row.integer(at: 0)) { isFound = true }
    }
    return isFound
  }

  // MARK: Order

  /// Brings the members of an ordered relationship into the order that they have in the context. Members that other
  /// saves have added come after them.
  func order(_ links: StoreChange.Links, of id: ManagedObjectID) throws {
    guard let order = place(of: links, id).flatMap({ SQLListOrder($0, schema) }) else { return }
    if links.order == nil {
      if links.added.isEmpty { return }
      // Appended members: the members before them keep their positions, and are not read.
      let last = try connection.integer(
        "SELECT MAX(\(name: order.place)) FROM \(name: order.table) WHERE \(name: order.owner) = \(value: .integer(id.key))"
      )
      let places = ListPlaces([last] + links.added.map { _ in nil })
      if places.changes[0] == nil || last == nil {
        let moved = links.moved
        for (index, member) in links.added.enumerated() {
          if let place = places.changes[index + 1] {
            try move(member.key, to: place, of: id.key, order, isNew: !moved.contains(member))
          }
        }
        return
      }
    }
    try restore(order, of: id.key, links)
  }

  private func restore(
    _ order: SQLListOrder, of owner: Int64, _ links: StoreChange.Links
  ) throws {
    var present: [ListPlaces.Member] = []
    try connection.forEachRow(
      of:
        "SELECT \(name: order.member), \(name: order.place) FROM \(name: order.table) WHERE \(name: order.owner) = \(value: .integer(owner)) ORDER BY \(name: order.place) IS NULL, \(name: order.place), \(name: order.member)"
    ) { row in
      present.append(
        (row.integer(at: 0), row.kind(at: 1) == .integer ? row.integer(at: 1) : nil))
    }
    for move in ListPlaces.moves(links, among: present) {
      try self.move(move.member, to: move.place, of: owner, order, isNew: false)
    }
  }

  /// - Parameter isNew: True if the member moves only if it has no position yet.
  private func move(
    _ member: Int64, to place: Int64, of owner: Int64, _ order: SQLListOrder, isNew: Bool
  ) throws {
    let name = CachedStatement.move(
      order.table, owner: order.owner, place: order.place, isNew: isNew)
    try run(name, place, owner, member) {
      let condition: SQLStatement = isNew ? " AND \(name: order.place) IS NULL" : .empty
      return
        "UPDATE \(name: order.table) SET \(name: order.place) = \(value: .null) WHERE \(name: order.owner) = \(value: .null) AND \(name: order.member) = \(value: .null)\(condition)"
    }
  }

  // MARK: Links to deleted rows

  /// Clears all remaining links to a deleted object.
  ///
  /// - Returns: False if one of the links is guarded.
  func clearLinks(to id: ManagedObjectID) throws -> Bool {
    guard let table = schema.table(of: id.entityName) else { return true }
    var isAllowed = true
    for other in schema.tables {
      for (index, column) in other.columns.enumerated() where column.references == table.position {
        guard let link = schema.links[other.position]?[index] else { continue }
        let name = CachedStatement.clear(table: other.position, column: index)
        let count = try run(name, Int64(version), id.key) {
          var sets: [SQLStatement] = ["\(name: SQLTable.version) = \(value: .null)"]
          link.write(.null) { place, _ in
            sets.append("\(name: other.columns[place].name) = NULL")
          }
          return
            "UPDATE \(name: other.name) SET \(sets.joined(by: ", ")) WHERE \(name: column.name) = \(value: .null)"
        }
        if count > 0, database.guards.contains(column: index, of: other.position) {
          isAllowed = false
        }
      }
    }
    return isAllowed
  }
}
