import ArmatureModel
import ArmatureSQL

/// The steps from one version to the next, each of which lasts by itself.
struct PostgreSQLSteps {
  enum Step {
    /// Changes tables, outside of transactions: it is left out where they show that it is done.
    case tables(SQLTableChange)
    /// Changes rows, in the transaction that counts the step.
    case rows(SQLStatement)
    /// Drops the constraints that are in the way of the next steps, and gives others another name: the server has named them, so
    /// that there are those that it has by now.
    case constraints
    /// Drops all tables of computed values, also those of a program that has ended before the first step.
    case cleaning
    /// Has the store be one of the next version.
    case end
  }

  let stage: SQLStepwiseStage
  let migration: SQLMigration
  let list: [Step]
  /// The statements that make the tables of computed values, before the first step.
  let preparations: [SQLTableChange]
  private let constraints: PostgreSQLConstraints

  init(_ stage: SQLStepwiseStage, _ dialect: PostgreSQLDialect) throws {
    self.stage = stage
    migration = try stage.migration()
    constraints = PostgreSQLConstraints(migration)
    preparations = Self.preparations(try stage.computations(), dialect)
    let own = migration.steps.map { step in
      step.sign.map { Step.tables(Self.change(step.statement, $0)) } ?? .rows(step.statement)
    }
    list =
      Self.waiting + [.constraints] + own + migration.referenceCreation().map(Step.tables)
      + [.cleaning, .end]
  }

  /// What tells these statements from others, and what they have computed; the code that computes it cannot be told.
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

  /// Drops the tables of computed values.
  static func removal(of preparation: SQLTableChange) -> SQLTableChange {
    guard case .table(let name) = preparation.sign else { return preparation }
    return SQLTableChange("DROP TABLE \(name: name)", .noTable(name))
  }

  /// The statements that are in the way now, as far as tables have them.
  func constraintChanges(_ catalog: PostgreSQLCatalog) throws -> [SQLStatement] {
    try constraints.changes(catalog)
  }

  /// The statements for people.
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

  /// A change of the table that everybody reads first: it waits for those who have read it before the store was marked, and may
  /// find tables of the new model with their old look at the rows.
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

  /// CockroachDB drops what is unique with nothing but this word.
  private static func change(_ statement: SQLStatement, _ sign: SQLTableSign) -> SQLTableChange {
    if case .noIndex = sign { return SQLTableChange("\(statement) CASCADE", sign) }
    return SQLTableChange(statement, sign)
  }
}
