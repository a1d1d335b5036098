import ArmatureModel

/// The rows that store the links of a to-many relationship.
struct CoreDataLinks {
  let table: String
  /// The column with the key of the object that has the relationship.
  let owner: String
  /// The column with the key of the destination object.
  let member: String
  /// The column with the order of the members, for an ordered relationship.
  let order: String?
  /// The column that identifies a row in messages.
  let key: String
  /// Whether the owner's column belongs to an attribute or relationship. If so, the values of the column are already
  /// checked there.
  let isColumnOfProperty: Bool

  /// Finds the place where a relationship stores its links. Returns `nil` if it does not store any.
  init?(_ relationship: RelationshipDescription, of entity: String, _ layout: CoreDataLayout) {
    if let inverse = layout.inverse(of: relationship), !inverse.isToMany {
      guard let column = layout.column(of: inverse.name, in: relationship.destination) else {
        return nil
      }
      let table = layout.table(of: relationship.destination)
      let order = "Z_FOK_" + column.dropFirst()
      self.init(
        table: table, owner: column, member: "Z_PK",
        order: layout.tables.has(order, in: table) ? order : nil, key: "Z_PK",
        isColumnOfProperty: true)
    } else if let join = layout.joinTable(of: relationship, entity) {
      self.init(
        table: join.table, owner: join.owner, member: join.member, order: join.order, key: "rowid",
        isColumnOfProperty: false)
    } else if let (table, column) = layout.ownColumn(of: relationship, entity) {
      self.init(
        table: table, owner: column, member: "Z_PK", order: nil, key: "Z_PK",
        isColumnOfProperty: false)
    } else {
      return nil
    }
  }

  private init(
    table: String, owner: String, member: String, order: String?, key: String,
    isColumnOfProperty: Bool
  ) {
    (self.table, self.owner, self.member) = (table, owner, member)
    (self.order, self.key, self.isColumnOfProperty) = (order, key, isColumnOfProperty)
  }

  /// A query that returns the owner, the member, the key of the row, and the position. The rows are sorted by the
  /// position.
  var query: String {
    let columns = [owner, member, key].map(\.quotedForSQL) + [order?.quotedForSQL ?? "NULL"]
    let sorting = order.map { "\($0.quotedForSQL) IS NULL, \($0.quotedForSQL), " } ?? ""
    // A row of a join table always has both ends. In other tables the link can be null.
    let condition = member == "Z_PK" ? " WHERE \(owner.quotedForSQL) NOT NULL" : ""
    return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedForSQL)\(condition)"
      + " ORDER BY \(sorting)2"
  }
}
