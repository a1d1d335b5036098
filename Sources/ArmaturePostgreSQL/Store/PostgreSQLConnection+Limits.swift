import ArmatureSQL

extension PostgreSQLConnection {
  /// The most columns of a table: PostgreSQL, Appendix K, "PostgreSQL Limits".
  private static let mostColumns = 1600

  /// Refuses a model of whose tables the server would not take the columns or the names.
  func checkLimits(_ tables: SQLSchema, in schema: String) throws {
    if let (reason, remedy) = tables.excess(over: Self.mostColumns, in: "PostgreSQL") {
      throw unfit(reason, remedy)
    }
    try tables.checkNames(in: schema)
  }
}

extension SQLSchema {
  /// Refuses names that the server would cut, and of which it would take two that agree so far for one.
  fileprivate func checkNames(in schema: String) throws {
    var names = [schema]
    for table in tables { names += [table.name] + table.columns.map(\.name) }
    for pairs in pairs { names += [pairs.name, pairs.left.name, pairs.right.name] }
    names += indexCreation(PostgreSQLDialect()).keys
    for name in names where name.utf8.count > 63 {
      throw PostgreSQLStoreError.longName(name: name, count: name.utf8.count)
    }
  }
}
