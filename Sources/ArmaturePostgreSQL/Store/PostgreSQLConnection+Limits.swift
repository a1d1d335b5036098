import ArmatureSQL

extension PostgreSQLConnection {
  /// The maximum number of columns of a table: PostgreSQL, Appendix K, "PostgreSQL Limits".
  private static let mostColumns = 1600

  /// Rejects a model with tables beyond the server's limits for columns or names.
  func checkLimits(_ tables: SQLSchema, in schema: String) throws {
    if let (reason, remedy) = tables.excess(over: Self.mostColumns, in: "PostgreSQL") {
      throw unusable(reason, remedy)
    }
    try tables.checkNames(in: schema)
  }
}

extension SQLSchema {
  /// Rejects names that the server would truncate, so that two of them could become equal.
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
