import ArmatureModel
import ArmatureSQL

/// The steps from one version to the next, which are committed one by one.
struct PostgreSQLSteps {
  enum Step {
    /// Changes tables, outside a transaction. It is skipped if the tables show that it was executed.
    case tables(SQLTableChange)
    /// Changes rows, in the transaction that counts the step.
    case rows(SQLStatement)
    /// Drops the constraints that would prevent the next steps, and renames others. The server has chosen their names,
    /// so the present constraints are looked up.
    case constraints
    /// Drops all tables of computed values, including tables of a program that ended before the first step.
    case cleaning
    /// Marks the store with the next version.
    case end
  }

  let stage: SQLStepwiseStage
  let migration: SQLMigration
  let list: [Step]
  /// The statements that create the tables of computed values, before the first step.
  let preparations: [SQLTableChange]
  private let constraints: PostgreSQLConstraints

  init(_ stage: SQLStepwiseStage, _ dialect: PostgreSQLDialect) throws {
    self.stage = stage
    migration = try stage.migration()
    constraints = PostgreSQLConstraints(migration)
    preparations = Self.preparations(try stage.computations(), dialect)
    let own = migration.steps.map { step in
      step.evidence.map { Step.tables(Self.change(step.statement, $0)) } ?? .rows(step.statement)
    }
    list =
      Self.waiting + [.constraints] + own + migration.referenceCreation().map(Step.tables)
      + [.cleaning, .end]
  }

  /// The digest of these statements and of the computations' arguments. The code of the computations is not included.
  var digest: String {
    var hasher = FingerprintHasher()
    for computation in migration.functions.computations {
      hasher.add(computation.rows.listing)
      for argument in computation.arguments { hasher.add(argument.listing) }
    }
    for step in list {
      switch step {
      case .tables(let change): hasher.add(change.statement.listing)
      case .rows(let statement): hasher.add(statement.listing)
      case .constraints, .cleaning, .end: hasher.add(0)
      }
    }
    return "\(hasher.fingerprint)"
  }

  /// Returns the change that drops a table of computed values.
  static func removal(of preparation: SQLTableChange) -> SQLTableChange {
    guard case .table(let name) = preparation.evidence else { return preparation }
    return SQLTableChange("DROP TABLE \(name: name)", .noTable(name))
  }

  /// Returns the statements for the constraints that the tables have now.
  func constraintChanges(_ catalog: PostgreSQLCatalog) throws -> [SQLStatement] {
    try constraints.changes(catalog)
  }

  /// Returns the statements for display.
  func listing(_ catalog: PostgreSQLCatalog) throws -> [SQLStatement] {
    try preparations.map(\.statement)
      + list.flatMap { step in
        switch step {
        case .tables(let change): [change.statement]
        case .rows(let statement): [statement]
        case .constraints: try constraintChanges(catalog)
        case .cleaning: preparations.map { Self.removal(of: $0).statement }
        case .end: [PostgreSQLState.marking(stage.target.description)]
        }
      }
  }

  /// Steps that change the table which every transaction reads first. They wait for transactions that read it before
  /// the store was marked; otherwise these could find tables of the new model in their old state of the rows.
  private static var waiting: [Step] {
    let (table, column) = (PostgreSQLState.table, "is_migrating")
    return [
      .tables(
        SQLTableChange(
          "ALTER TABLE \(name: table) ADD COLUMN \(name: column) boolean",
          .column(column, table: table))),
      .tables(
        SQLTableChange(
          "ALTER TABLE \(name: table) DROP COLUMN \(name: column)",
          .noColumn(column, table: table))),
    ]
  }

  private static func preparations(
    _ computations: [SQLComputation], _ dialect: PostgreSQLDialect
  ) -> [SQLTableChange] {
    var changes: [SQLTableChange] = []
    for computation in computations {
      let table = dialect.table(ofValues: computation)
      let change = SQLTableChange(
        """
        CREATE TABLE \(table) ("number" bigint, "key" bigint, \
        "value" \(SQLStatement(text: dialect.type(of: computation.kind))), PRIMARY KEY ("number", "key"))
        """, .table(dialect.name(ofTableOfValues: computation)))
      if !changes.contains(change) { changes.append(change) }
    }
    return changes
  }

  /// CockroachDB drops a unique index only with this keyword.
  private static func change(_ statement: SQLStatement, _ evidence: SchemaEvidence)
    -> SQLTableChange
  {
    if case .noIndex = evidence { return SQLTableChange("\(statement) CASCADE", evidence) }
    return SQLTableChange(statement, evidence)
  }
}
