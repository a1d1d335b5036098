import Armature
import ArmatureSQL

/// The queries for deleted rows that guarded links of unchanged rows still lead to.
///
/// They run after the rows are locked, in the same round trip: the foreign keys prevent new links to a locked row. A
/// serializable transaction does not see saves since it began; there the foreign keys reject the deletion.
struct PostgreSQLGuardQuestions {
  private let save: PostgreSQLSave
  /// The statements, with the arrays for their parameters. Each returns keys of deleted rows.
  private(set) var statements: [(statement: SQLStatement, arrays: [[Int64]])] = []

  private var changes: StoreChanges { save.changes }
  private var schema: SQLSchema { save.schema }
  private var guards: SQLGuards { save.database.sql.guards }

  init(_ save: PostgreSQLSave) {
    self.save = save
    if save.groups.deletes.isEmpty { return }
    addColumns()
    addPairs()
  }

  private func deletedKeys(in table: Int) -> [Int64] {
    (save.groups.deletes[table] ?? []).map(changes.key(at:))
  }

  private mutating func addColumns() {
    for table in schema.tables {
      for column in table.columns.indices
      where guards.contains(column: column, of: table.position) {
        guard let target = table.columns[column].references else { continue }
        let deleted = deletedKeys(in: target)
        if deleted.isEmpty { continue }
        let link: SQLStatement = "\"t\".\(name: table.columns[column].name)"
        let changed = (save.groups.updates[table.position] ?? []).filter {
          save.sets(column, at: $0)
        }
        statements.append(
          (
            """
            SELECT DISTINCT \(link) FROM \(name: table.name) AS "t" WHERE \(link) = ANY(?) \
            AND NOT EXISTS (SELECT 1 FROM unnest(CAST(? AS bigint[])) AS "k" ("key") \
            WHERE "k"."key" = "t".\(name: SQLTable.key))
            """, [deleted, deletedKeys(in: table.position) + changed.map(changes.key(at:))]
          ))
      }
    }
  }

  private mutating func addPairs() {
    var owners: [SQLPairs: [Int64]] = [:]
    for run in changes.runs where run.kind == .delete {
      for pairs in guards.pairs(of: run.entityName) {
        owners[pairs, default: []] += run.positions.map(changes.key(at:))
      }
    }
    if owners.isEmpty { return }
    let removed = save.removedPairs
    for (pairs, owners) in owners.sorted(by: { $0.key.name < $1.key.name }) {
      let own = removed[pairs]
      let back = removed.first { $0.key.name == pairs.name && $0.key.owner == pairs.member }?.value
      statements.append(
        (
          """
          SELECT DISTINCT "p".\(name: pairs.owner) FROM \(name: pairs.name) AS "p" \
          WHERE "p".\(name: pairs.owner) = ANY(?) \
          AND NOT EXISTS (SELECT 1 FROM unnest(CAST(? AS bigint[])) AS "k" ("key") \
          WHERE "k"."key" = "p".\(name: pairs.member)) \
          AND NOT EXISTS (SELECT 1 FROM \(PostgreSQLSave.rows) \
          WHERE "v"."owner" = "p".\(name: pairs.owner) AND "v"."member" = "p".\(name: pairs.member))
          """,
          [
            owners, deletedKeys(in: pairs.memberTable),
            (own?.owners ?? []) + (back?.members ?? []),
            (own?.members ?? []) + (back?.owners ?? []),
          ]
        ))
    }
  }
}
