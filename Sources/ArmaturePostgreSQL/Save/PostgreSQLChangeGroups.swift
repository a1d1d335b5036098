import Armature
import ArmatureModel
import ArmatureSQL

/// The positions of a save's changes, by table and kind.
struct PostgreSQLChangeGroups {
  private(set) var inserts: [Int: [Int]] = [:]
  private(set) var updates: [Int: [Int]] = [:]
  private(set) var deletes: [Int: [Int]] = [:]
  /// The positions of changes of to-many relationships.
  private(set) var linking: [Int] = []

  init(_ changes: StoreChanges, _ schema: SQLSchema) {
    for run in changes.runs {
      guard let table = schema.table(of: run.entityName)?.position else { continue }
      switch run.kind {
      case .insert: inserts[table, default: []] += run.positions
      case .update: updates[table, default: []] += run.positions
      case .delete: deletes[table, default: []] += run.positions
      }
      linking += run.positions.filter { !changes.links(at: $0).isEmpty }
    }
  }
}
