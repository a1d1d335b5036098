/// The table and the columns that store the order of a list.
package struct SQLListOrder: Hashable {
  package let table: String
  package let owner: String
  package let member: String
  package let place: String

  /// Creates the order of a to-many relationship; returns `nil` for an unordered one.
  package init?(_ kept: SQLPlace, _ schema: SQLSchema) {
    switch kept {
    case .column(let members):
      guard let order = members.link.order else { return nil }
      let columns = schema.tables[members.table].columns
      (table, member) = (schema.tables[members.table].name, SQLTable.key)
      (owner, place) = (columns[members.link.key].name, columns[order].name)
    case .pairs(let pairs):
      guard let order = pairs.order else { return nil }
      (table, owner, member, place) = (pairs.name, pairs.owner, pairs.member, order)
    case .value, .link: return nil
    }
  }
}
