import ArmatureModel

/// Derives the links of new rows from old rows.
final class MigratedLinks {
  private let migration: ObjectMigration
  /// The keys of the objects that stay.
  private let keys: Set<Int64>
  /// For each relationship that only had its inverse before, the objects that lead to each object.
  private var followers: [Place: [Int64: [Int64]]] = [:]

  private struct Place: Hashable {
    let destination: String
    let inverse: String
  }

  init(_ migration: ObjectMigration) {
    self.migration = migration
    keys = Set(migration.entities.flatMap { migration.rows[$0.old].map(\.key) })
  }

  /// Returns the keys of a relationship's objects; empty for an attribute.
  func keys(at position: Int, of entity: MigratedEntity, _ row: MigrationRows.Row) -> [Int64] {
    guard let relationship = entity.newProperties[position].asRelationship else { return [] }
    let links = links(of: relationship, at: position, of: entity, row)
    return links.allSatisfy(keys.contains) ? links : links.filter(keys.contains)
  }

  /// Returns the old links of a relationship, or of its inverse if only that existed.
  func links(
    of relationship: RelationshipDescription, at position: Int, of entity: MigratedEntity,
    _ row: MigrationRows.Row
  ) -> [Int64] {
    guard let source = entity.sources[position] else {
      return followers(of: relationship)[row.key] ?? []
    }
    let wasOrdered = entity.oldProperties[source].asRelationship?.arity == .ordered
    let links = row.links[source]
    return relationship.arity == .ordered && !wasOrdered ? links.sorted() : links
  }

  /// Returns for each object the objects that led to it by the inverse of a relationship, in the order of their keys.
  func followers(of relationship: RelationshipDescription) -> [Int64: [Int64]] {
    guard let inverse = relationship.inverse else { return [:] }
    let place = Place(destination: relationship.destination, inverse: inverse)
    if let known = followers[place] { return known }
    var found: [Int64: [Int64]] = [:]
    for entity in migration.entities
    where migration.new.entity(entity.new.name, isKindOf: relationship.destination) {
      guard let source = entity.position(of: inverse).flatMap({ entity.sources[$0] }) else {
        continue
      }
      for row in migration.rows[entity.old] {
        for key in row.links[source] { found[key, default: []].append(row.key) }
      }
    }
    let sorted = found.mapValues { $0.sorted() }
    followers[place] = sorted
    return sorted
  }

  /// Returns whether the inverse of a relationship existed and had its own links.
  func hasFollowers(_ relationship: RelationshipDescription) -> Bool {
    guard let inverse = relationship.inverse else { return false }
    return migration.entities.contains { entity in
      migration.new.entity(entity.new.name, isKindOf: relationship.destination)
        && entity.position(of: inverse).flatMap { entity.sources[$0] } != nil
    }
  }
}
