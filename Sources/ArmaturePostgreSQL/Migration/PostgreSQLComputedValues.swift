import ArmatureSQL

/// The values that a function of a migration computes, and their transfer to the table where statements find them.
final class PostgreSQLComputedValues {
  private let computation: SQLComputation
  private let connection: PostgreSQLConnection
  private let table: SQLStatement
  /// Whether the table contains values of several functions, distinguished by their numbers.
  private let isShared: Bool
  private let type: PostgreSQLType
  /// Rows in the binary COPY format.
  private let buffer = ByteBuffer(capacity: 1 << 16)

  private static let mostBytes = 1 << 20

  /// - Parameter dialect: The dialect, which names the table. The table must exist.
  init(
    _ computation: SQLComputation, _ dialect: PostgreSQLDialect, _ connection: PostgreSQLConnection
  ) throws {
    (self.computation, self.connection) = (computation, connection)
    (table, isShared) = (dialect.table(ofValues: computation), dialect.stepwise != nil)
    type = try connection.statement("SELECT \"value\" FROM \(table.text)").columns[0] ?? .text
  }

  /// Finds the keys of the rows, with the arguments of the function.
  var arguments: SQLStatement {
    "SELECT \(([computation.key] + computation.arguments).joined(by: ", ")) FROM \(computation.rows)"
  }

  /// Computes the value of a row.
  ///
  /// - Throws: The error of the function, and `PostgreSQLStoreError.unusableDatabase` for a value that no column can
  ///   store.
  func append(_ row: any SQLRow, _ functions: SQLMigrationFunctions) throws {
    let arguments = computation.arguments.indices.map { row.value(at: $0 + 1) }
    let value = functions.result(computation.number, arguments)
    try functions.throwFailure()
    buffer.append(Int16(isShared ? 3 : 2))
    if isShared {
      buffer.append(Int32(8))
      buffer.append(Int64(computation.number))
    }
    buffer.append(Int32(8))
    buffer.append(row.integer(at: 0))
    guard PostgreSQLValueWriter.append(value, as: type, to: buffer) else {
      throw connection.unusable(
        "it cannot store \(value.plain), which row \(row.integer(at: 0)) would get",
        .convertRow)
    }
    if buffer.count > Self.mostBytes { try send() }
  }

  /// Transfers the computed values.
  func send() throws {
    _ = try connection.copy(
      "COPY \(table.text) FROM STDIN (FORMAT binary)",
      UnsafeBufferPointer(start: buffer.start, count: buffer.count))
    buffer.removeAll()
  }
}
