import ArmatureSQL

/// The values that a function of a migration computes, on their way to the table in which statements find them.
final class PostgreSQLComputedValues {
  private let computation: SQLComputation
  private let connection: PostgreSQLConnection
  private let table: SQLStatement
  /// Whether the table has values of several functions, which their numbers tell apart.
  private let isShared: Bool
  private let type: PostgreSQLType
  /// Rows in the binary form of COPY.
  private let buffer = ByteBuffer(capacity: 1 << 16)

  private static let mostBytes = 1 << 20

  /// - Parameter dialect: What names the table, which is there.
  init(
    _ computation: SQLComputation, _ dialect: PostgreSQLDialect, _ connection: PostgreSQLConnection
  ) throws {
    (self.computation, self.connection) = (computation, connection)
    (table, isShared) = (dialect.table(ofValues: computation), dialect.stepwise != nil)
    type = try connection.statement("SELECT \"value\" FROM \(table.text)").columns[0] ?? .text
  }

  /// Finds the keys of the rows, with what the function is called with.
  var arguments: SQLStatement {
    "SELECT \(([computation.key] + computation.arguments).joined(by: ", ")) FROM \(computation.rows)"
  }

  /// Computes the value of a row.
  ///
  /// - Throws: What the function throws, and `PostgreSQLStoreError.unfitDatabase` for a value that no column has.
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
      throw connection.unfit(
        "it has no place for \(value.plain), which row \(row.integer(at: 0)) would get",
        "It has no text with the character U+0000, and no date before 4713 BC, after 294276, or without a number:"
          + " tell what becomes of the row by migration: .custom.")
    }
    if buffer.count > Self.mostBytes { try send() }
  }

  /// Hands over what has been computed.
  func send() throws {
    _ = try connection.copy(
      "COPY \(table.text) FROM STDIN (FORMAT binary)",
      UnsafeBufferPointer(start: buffer.start, count: buffer.count))
    buffer.removeAll()
  }
}
