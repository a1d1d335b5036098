package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The statements that migrate the tables of an old model to a new model, with all rows.
///
/// A column that is only renamed, or added without values, is changed in its table. For any other change, the old table
/// is renamed, and a new table is created under the final name. Then the rows are copied, and the old table is dropped.
/// Keys are unique across all tables, so a row keeps its key even if it moves to another table. Links are consistent
/// only after all statements have run, so the database must not check them earlier.
package struct SQLMigration {
  /// The functions of this library that the statements call.
  package let functions = SQLMigrationFunctions()
  /// The statements in their order.
  package private(set) var steps: [Step] = []
  /// The number of statements that run before custom steps create objects from rows. It is `nil` if no custom step does
  /// this.
  package private(set) var splitPosition: Int?
  private let mapping: SQLRowMapping
  /// The version of rows in changed tables.
  package let version: Int64
  /// The tables that keep their rows in place, with their added columns.
  private let keptTables: [String: Set<String>]

  /// One statement.
  package struct Step {
    package let statement: SQLStatement
    /// The unique constraint that applies after the statement.
    package var unique: SQLUnique?
    /// The evidence in the schema that the statement was executed. It is `nil` for a statement that changes rows.
    package var evidence: SchemaEvidence?
  }

  /// The old tables that are copied to new ones, with their temporary names.
  package var aside: [(name: String, aside: String)] {
    mapping.aside.map { ($0.key, $0.value) }
  }

  /// The names of all old tables.
  package var oldTables: [String] {
    mapping.old.schema.tables.map(\.name) + mapping.old.schema.pairs.map(\.name)
  }

  /// The column names of all old tables, by table.
  package var oldColumnNames: [(table: String, columns: [String])] {
    mapping.old.schema.columnNames
  }

  /// The new column names of the tables that keep their rows in place.
  package var newNames: [String: Set<String>] {
    let old = Dictionary(
      oldColumnNames.map { ($0.table, Set($0.columns)) }, uniquingKeysWith: { first, _ in first })
    return Dictionary(
      new.columnNames.filter { keptTables[$0.table] != nil }.map {
        ($0.table, Set($0.columns).subtracting(old[$0.table] ?? []))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The created tables.
  package var newTables: [String] {
    new.columnNames.map(\.table).filter { keptTables[$0] == nil }
  }

  /// Whether custom steps make objects in any order, so constraints must be off.
  package var splitsRows: Bool { mapping.custom.splitsRows }

  /// Returns the statements that add missing foreign keys. The old tables did not have them, or they were dropped.
  package func referenceCreation() -> [SQLTableChange] {
    new.referenceCreation { table, column, target in
      guard !splitsRows, let added = keptTables[table], keptTables[target] != nil else {
        return true
      }
      return added.contains(column)
    }
  }

  private var names: MigrationNames { mapping.names }
  var new: SQLSchema { mapping.new }
  private var dialect: any SQLDialect { mapping.dialect }

  /// - Parameters:
  ///   - custom: The custom steps of the migration.
  ///   - version: The version that rows in changed tables get.
  ///   - date: The current time, for default values.
  package init(
    _ names: MigrationNames, from old: SQLSchema, to new: SQLSchema, _ dialect: some SQLDialect,
    externalData: (any SQLExternalData)?, _ custom: CustomSteps, version: Int64, date: Date
  ) {
    self.version = version
    let old = SQLOldTables(schema: old)
    let trial = SQLRowMapping(
      names: names, old: old, new: new, dialect: dialect, functions: SQLMigrationFunctions(),
      externalData: externalData, custom: custom, date: date)
    let kept = trial.keptTables(dialect)
    var moved = old
    for name in (old.schema.tables.map(\.name) + old.schema.pairs.map(\.name))
    where kept[name] == nil {
      moved.aside[name] = "\(SQLSchema.facts)_old_\(moved.aside.count + 1)"
    }
    mapping = SQLRowMapping(
      names: names, old: moved, new: new, dialect: dialect, functions: functions,
      externalData: externalData, custom: custom, date: date)
    keptTables = Dictionary(
      uniqueKeysWithValues: kept.keys.map { ($0, trial.addedColumns(of: $0, dialect)) })
    addTables(dialect, kept)
    let indexes = indexes(dialect, kept)
    // Values derived from other objects use indexes, and may have to be unique.
    steps += indexes.filter { $0.unique == nil }
    if custom.splitsRows {
      splitPosition = steps.count
      dropOldTables()
    }
    for statement in mapping.clearings() { add(statement) }
    for statement in mapping.derivations() { add(statement) }
    steps += indexes.filter { $0.unique != nil }
  }

  private mutating func add(_ statement: SQLStatement, _ evidence: SchemaEvidence? = nil) {
    steps.append(Step(statement: statement, evidence: evidence))
  }

  private mutating func dropOldTables() {
    for (_, other) in mapping.aside { add("DROP TABLE \(name: other)", .noTable(other)) }
  }

  private mutating func addTables(_ dialect: some SQLDialect, _ kept: [String: [SQLTableChange]]) {
    for (name, other) in mapping.aside {
      add("ALTER TABLE \(name: name) RENAME TO \(name: other)", .table(other))
    }
    for table in new.tables {
      for change in kept[table.name] ?? [] { add(change.statement, change.evidence) }
    }
    for (name, statement) in new.tableCreation(dialect) where kept[name] == nil {
      add(statement, .table(name))
    }
    var unnamed: [SQLStatement] = []
    for table in new.tables where kept[table.name] == nil {
      for name in table.entities { addRows(of: name, to: table, &unnamed) }
    }
    for pairs in new.pairs where kept[pairs.name] == nil { addRows(to: pairs) }
    for statement in unnamed { add(statement) }
    if !mapping.custom.splitsRows { return dropOldTables() }
    // Rows are read from the old tables until the new rows are complete; the new indexes need the names of the old
    // ones.
    let paired = mapping.old.schema.indexCreation(dialect) { kept[$0] == nil }
    let known = mapping.old.schema.indexCreation(dialect, pairingLinks: false) { kept[$0] == nil }
    let wanted = new.indexCreation(dialect, pairingLinks: false) { kept[$0] == nil }
    for name in Set(paired.keys).union(known.keys).union(wanted.keys).sorted() {
      add("DROP INDEX IF EXISTS \(name: name)", .noIndex(name))
    }
  }

  /// - Parameter unnamed: Collects the statements that set the entities of linked objects. They run after all rows
  ///   exist.
  private mutating func addRows(
    of name: String, to table: SQLTable, _ unnamed: inout [SQLStatement]
  ) {
    guard let entity = new.model[name], let former = names.oldEntity(of: name),
      let rows = mapping.old.rows(of: former.name, as: SQLRowMapping.alias)
    else { return }
    let values = mapping.values(of: entity, from: former)
    var columns: [SQLStatement] = ["\(name: SQLTable.key)"]
    var selected: [SQLStatement] = ["\(name: SQLRowMapping.alias).\(name: SQLTable.key)"]
    if table.hasEntities {
      columns.append("\(name: SQLTable.entity)")
      selected.append("\(value: .text(name))")
    }
    columns.append("\(name: SQLTable.version)")
    selected.append("\(version)")
    for (column, value) in values.sorted(by: { $0.key < $1.key }) {
      columns.append("\(name: table.columns[column].name)")
      selected.append(value)
    }
    let filter: SQLStatement = rows.condition.map { " WHERE \($0)" } ?? .empty
    add(
      """
      INSERT INTO \(name: table.name) (\(columns.joined(by: ", "))) \
      SELECT \(selected.joined(by: ", ")) FROM \(rows.source)\(filter)
      """)
    for case .link(let link) in new.places[name] ?? [] {
      guard let column = link.entity, values[column] == nil else { continue }
      let update = naming(link, column, in: table)
      if !unnamed.contains(update) { unnamed.append(update) }
    }
  }

  private func naming(_ link: SQLLink, _ column: Int, in table: SQLTable) -> SQLStatement {
    let key: SQLStatement = "\(name: table.columns[link.key].name)"
    return """
      UPDATE \(name: table.name) SET \(name: table.columns[column].name) = \
      (SELECT \(name: "d").\(name: SQLTable.entity) FROM \(name: new.tables[link.table].name) AS \(name: "d") \
      WHERE \(name: "d").\(name: SQLTable.key) = \(name: table.name).\(key)) WHERE \(key) IS NOT NULL
      """
  }

  private mutating func addRows(to pairs: SQLPairTable) {
    for source in mapping.sources(of: pairs) {
      let parts: [(String, SQLStatement?)] =
        [(pairs.left.name, source.owner), (pairs.right.name, source.member)]
        + [(pairs.left.order, source.place), (pairs.right.order, source.inversePlace)]
        .compactMap { column, value in column.map { ($0, value) } }
      let columns = parts.map { "\(name: $0.0)" as SQLStatement }
      // Without a condition, some databases take ON for a part of a join.
      let values = source.selection(
        parts.map { $0.1 ?? "NULL" }.joined(by: ", "), where: source.isWhole ? "TRUE" : nil)
      add(
        "INSERT INTO \(name: pairs.name) (\(columns.joined(by: ", "))) \(values) ON CONFLICT DO NOTHING"
      )
    }
  }

  private func indexes(
    _ dialect: some SQLDialect, _ kept: [String: [SQLTableChange]]
  ) -> [Step] {
    var indexes: [Step] = []
    func drop(_ name: String) {
      indexes.append(
        Step(statement: "DROP INDEX IF EXISTS \(name: name)", evidence: .noIndex(name)))
    }
    func all(_ schema: SQLSchema) -> [String: SQLStatement] {
      schema.indexCreation(dialect, pairingLinks: false) { kept[$0] != nil }
    }
    let (present, wanted) = (all(mapping.old.schema), all(new))
    // Opening the store creates the unique indexes of one-to-one links, because old rows may violate them.
    let paired = Set(new.pairedLinks.map(\.name))
    for link in mapping.old.schema.pairedLinks
    where kept[mapping.old.schema.tables[link.table].name] != nil && !paired.contains(link.name) {
      drop(link.name)
    }
    for name in present.keys.sorted() where wanted[name]?.text != present[name]?.text {
      drop(name)
    }
    let uniques = Dictionary(
      new.tables.flatMap(\.uniques).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let creation = new.indexCreation(dialect, pairingLinks: false)
    for (name, statement) in creation.sorted(by: { $0.key < $1.key }) {
      // New objects may violate unique constraints until all of them exist. The step that creates the index then
      // reports violations.
      let isPresent =
        present[name] != nil && !(mapping.custom.splitsRows && uniques[name] != nil)
      if isPresent, wanted[name]?.text == present[name]?.text { continue }
      // An equivalent model may already have created it.
      if wanted[name] != nil, !isPresent { drop(name) }
      indexes.append(Step(statement: statement, unique: uniques[name], evidence: .index(name)))
    }
    return indexes
  }

  /// Returns readers for the rows that custom steps need. They read the renamed old tables.
  ///
  /// - Throws: `PersistentStoreError.invalidObject` if a derived attribute must be computed again, but the database
  ///   cannot do this.
  package func splitSources() throws -> [SQLSplitSource] {
    if let place = mapping.underivable { throw Self.underivable(place) }
    return mapping.old.schema.model.entities.compactMap { SQLSplitSource($0, mapping) }
  }
}

extension SQLMigration {
  /// Rejects the objects of custom steps if a derived attribute depends on them and the database cannot compute it.
  ///
  /// - Parameter touched: The entities of the objects that were created, dropped or linked.
  /// - Throws: `PersistentStoreError.invalidObject`.
  package func checkDerivations(_ touched: Set<String>) throws {
    for (place, entities) in mapping.kept where !entities.isDisjoint(with: touched) {
      throw Self.underivable(place)
    }
  }

  private static func underivable(_ place: String) -> PersistentStoreError {
    .invalidObject(
      place: place,
      reason:
        "is derived in a way that SQL cannot compute, and objects are made that it may depend on")
  }
}

extension SQLRowMapping {
  /// The renamed old tables, with their temporary names.
  fileprivate var aside: [(key: String, value: String)] {
    old.aside.sorted { $0.value < $1.value }
  }

  /// Returns the tables that keep their rows in place, by name, with the statements that change their columns.
  fileprivate func keptTables(_ dialect: some SQLDialect) -> [String: [SQLTableChange]] {
    var kept: [String: [SQLTableChange]] = [:]
    // Old links may be in any table, and are read while new links are written.
    if custom.splitsReadLinks { return kept }
    for table in new.tables {
      kept[table.name] = alterations(of: table, dialect).flatMap {
        new.alteration(of: table, $0, old.schema, dialect)
      }
    }
    let present = Dictionary(
      old.schema.tableCreation(dialect).map { ($0.name, $0.statement.text) },
      uniquingKeysWith: { first, _ in first })
    let wanted = Dictionary(
      new.tableCreation(dialect).map { ($0.name, $0.statement.text) },
      uniquingKeysWith: { first, _ in first })
    for pairs in new.pairs where present[pairs.name] == wanted[pairs.name] && hasSameRows(pairs) {
      kept[pairs.name] = []
    }
    return kept
  }

  /// Returns the columns added to a table that keeps its rows in place.
  fileprivate func addedColumns(of name: String, _ dialect: some SQLDialect) -> Set<String> {
    guard let table = new.tables.first(where: { $0.name == name }),
      let sources = alterations(of: table, dialect)
    else { return [] }
    return Set(zip(table.columns, sources).filter { $0.1 == nil }.map(\.0.name))
  }

  private func hasSameRows(_ pairs: SQLPairTable) -> Bool {
    guard let (entity, relationship) = relationship(of: pairs),
      let place = new.place(of: relationship.name, in: entity.name)?.0,
      let same = SQLLinkSource(
        place, of: entity.name, SQLOldTables(schema: new))
    else { return false }
    return sources(of: pairs) == [same]
  }

  /// Returns the relationship whose owners are on the left side of a table of pairs.
  private func relationship(
    of pairs: SQLPairTable
  ) -> (EntityDescription, RelationshipDescription)? {
    for entity in new.model.entities {
      for case .relationship(let relationship) in entity.ownProperties {
        if case .pairs(let place)? = new.place(of: relationship.name, in: entity.name)?.0,
          place.name == pairs.name, place.owner == pairs.left.name
        {
          return (entity, relationship)
        }
      }
    }
    return nil
  }

  /// Returns the old links for a table of pairs, seen from its left side.
  fileprivate func sources(of pairs: SQLPairTable) -> [SQLLinkSource] {
    guard let (entity, relationship) = relationship(of: pairs) else { return [] }
    var sources: [SQLLinkSource] = []
    for name in new.entities(of: entity.name) {
      guard let entity = new.model[name], let former = names.oldEntity(of: name),
        let source = ownSource(of: relationship, in: entity, former), !sources.contains(source)
      else { continue }
      sources.append(source)
    }
    return sources.isEmpty ? inverseSources(of: relationship) : sources
  }
}
