import ArmatureModel

/// The links of an old relationship, as rows of two keys. They are seen from one side of the relationship.
struct SQLLinkSource: Hashable {
  /// The SQL after FROM.
  let source: SQLStatement
  /// The condition that rows must satisfy; `nil` if all rows are links.
  private let condition: SQLStatement?
  /// The keys of the object with the relationship and of the linked object.
  private(set) var owner: SQLStatement
  private(set) var member: SQLStatement
  /// The position of the member in the owner's list, and of the owner in the member's list. It is `nil` for a list
  /// without an order.
  private(set) var place: SQLStatement?
  private(set) var inversePlace: SQLStatement?

  private static let alias = "l"

  /// - Parameter entity: An entity with the relationship.
  init?(_ place: SQLPlace, of entity: String, _ old: SQLOldTables) {
    func column(_ name: String) -> SQLStatement { "\(name: Self.alias).\(name: name)" }
    func of(_ table: SQLTable) -> SQLStatement {
      "\(name: old.name(of: table.name)) AS \(name: Self.alias)"
    }
    switch place {
    case .value: return nil
    case .link(let link):
      guard let table = old.schema.table(of: entity) else { return nil }
      let key = column(table.columns[link.key].name)
      (source, owner, member) = (of(table), column(SQLTable.key), key)
      condition = link.isCleared ? "\(key) IS NOT NULL" : old.isThere(key, in: link.table)
      inversePlace = link.order.map { column(table.columns[$0].name) }
    case .column(let members):
      let table = old.schema.tables[members.table]
      let key = column(table.columns[members.link.key].name)
      (source, owner, member) = (of(table), key, column(SQLTable.key))
      condition = "\(key) IS NOT NULL"
      self.place = members.link.order.map { column(table.columns[$0].name) }
    case .pairs(let pairs):
      source = "\(name: old.name(of: pairs.name)) AS \(name: Self.alias)"
      (owner, member) = (column(pairs.owner), column(pairs.member))
      // A link to a missing row does not count.
      condition = pairs.isWatched ? nil : old.isThere(member, in: pairs.memberTable)
      self.place = pairs.order.map(column)
      let sides = old.schema.pairs.first { $0.name == pairs.name }
        .map { $0.left.name == pairs.owner ? $0.right : $0.left }
      inversePlace = sides?.order.map(column)
    }
  }

  /// Whether all rows of the source are links.
  var isWhole: Bool { condition == nil }

  /// The same links, seen from the other side.
  var reversed: SQLLinkSource {
    var other = self
    (other.owner, other.member, other.place, other.inversePlace) =
      (member, owner, inversePlace, place)
    return other
  }

  /// Returns a statement that selects some of the links.
  ///
  /// - Parameter condition: An additional condition.
  func selection(_ columns: SQLStatement, where condition: SQLStatement? = nil) -> SQLStatement {
    let conditions = [self.condition, condition].compactMap(\.self)
    let filter: SQLStatement =
      conditions.isEmpty ? .empty : " WHERE \(conditions.joined(by: " AND "))"
    return "SELECT \(columns) FROM \(source)\(filter)"
  }
}
