import Armature

/// The links that a save must not clear when it deletes a row. The same save must change or delete the linking row.
/// Otherwise the deletion is a conflict.
package struct SQLGuards: Sendable {
  /// The columns with guarded to-one links to deleted rows. The keys are the positions of their tables.
  private var columns: [Int: Set<Int>] = [:]
  /// The guarded relationships with a table of pairs. The keys are the entities of the deleted rows.
  private var pairs: [String: [SQLPairs]] = [:]
  /// The names of their tables.
  private var tables: Set<String> = []

  init(_ schema: SQLSchema) {
    for entity in schema.model.entities {
      for relationship in schema.model.guardedRelationships(of: entity.name) {
        switch schema.place(of: relationship.name, in: entity.name)?.0 {
        case .column(let members): add(members.link, in: members.table)
        case .pairs(let pairs):
          self.pairs[entity.name, default: []].append(pairs)
          tables.insert(pairs.name)
        case .link:
          guard let inverse = relationship.inverse,
            let table = schema.table(of: relationship.destination)?.position,
            case .link(let link)? = schema.place(of: inverse, in: relationship.destination)?.0
          else { continue }
          add(link, in: table)
        case .value, nil: continue
        }
      }
    }
  }

  private mutating func add(_ link: SQLLink, in table: Int) {
    columns[table, default: []].insert(link.key)
  }

  /// Returns whether a column must not be cleared.
  package func contains(column: Int, of table: Int) -> Bool {
    columns[table]?.contains(column) ?? false
  }

  /// Returns whether one side of a relationship with a table of pairs is guarded.
  package func contains(_ pairs: SQLPairs) -> Bool { tables.contains(pairs.name) }

  /// Returns the guarded relationships of an entity that have a table of pairs.
  package func pairs(of entity: String) -> [SQLPairs] { pairs[entity] ?? [] }
}
