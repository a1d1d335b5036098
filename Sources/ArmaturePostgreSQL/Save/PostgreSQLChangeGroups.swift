import Armature
import ArmatureModel
import ArmatureSQL

/// The changes of a save by what happens to which table: their positions.
struct PostgreSQLChangeGroups {
  private(set) var inserts: [Int: [Int]] = [:]
  private(set) var updates: [Int: [Int]] = [:]
  private(set) var deletes: [Int: [Int]] = [:]
  /// The positions of changes of to-many relationships.
  private(set) var linking: [Int] = []

  init(_ changes: StoreChanges, _ schema: SQLSchema) {
    // Most changes are of the entity of the one before.
    var (lastEntity, lastTable) = ("", Int?.none)
    for position in 0..<changes.count {
      let entity = changes.entityName(at: position)
      if entity != lastEntity {
        (lastEntity, lastTable) = (entity, schema.table(of: entity)?.position)
      }
      guard let table = lastTable else { continue }
      let kind = changes.kind(at: position)
      switch kind {
      case .insert: inserts[table, default: []].append(position)
      case .update: updates[table, default: []].append(position)
      case .delete: deletes[table, default: []].append(position)
      }
      if kind != .delete, !changes.links(at: position).isEmpty { linking.append(position) }
    }
  }
}
