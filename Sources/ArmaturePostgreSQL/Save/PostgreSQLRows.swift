import Armature
import ArmatureModel
import ArmatureSQL

/// The new rows of one table in the binary COPY format: the number of columns, and each value preceded by its length.
final class PostgreSQLRows {
  let table: SQLTable
  private let schema: SQLSchema
  /// The statement that inserts one row. The values of each row are bound to it, and read from it.
  private let cursor: PostgreSQLCursor
  private let text: String
  private let buffer = ByteBuffer(capacity: 1 << 16)
  /// The start of each row in the buffer.
  private var starts: [Int] = []
  private var bindings: [String: SQLRowBinding] = [:]

  /// The number of columns before the table's own: the key, the version, and the name of the entity.
  private let headCount: Int

  /// Above these numbers of rows and values, the rows are sent by COPY.
  private static let mostInStatement = 64
  private static let mostValues = 16_384

  init(_ table: SQLTable, _ schema: SQLSchema, _ connection: PostgreSQLConnection) throws {
    (self.table, self.schema) = (table, schema)
    let names = [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
    headCount = names.count
    let columns = (names + table.columns.map(\.name)).map { "\(name: $0)" as SQLStatement }
    let list: SQLStatement = "\(name: table.name) (\(columns.joined(by: ", ")))"
    let places = columns.map { _ in "?" as SQLStatement }.joined(by: ", ")
    text = list.text
    cursor = try connection.cursor(
      PostgreSQLRowCheck.counted("INSERT INTO \(list) VALUES (\(places))", 1).text)
  }

  // MARK: Values

  /// Returns the binding for the rows of an entity; `nil` for an entity without rows.
  func binding(of entity: String) -> SQLRowBinding? {
    if let known = bindings[entity] { return known }
    guard let places = schema.places[entity] else { return nil }
    let binding = SQLRowBinding(
      cursor, places.indices, from: headCount, isByTable: true, places, nil)
    bindings[entity] = binding
    return binding
  }

  /// Begins a row. Its values are bound next.
  func begin(key: Int64, version: Int64, entity: String) {
    cursor.clear()
    cursor.bind(key, at: 0)
    cursor.bind(version, at: 1)
    if table.hasEntities { cursor.bind(entity, at: 2) }
  }

  /// Returns the key in a column of the current row; `nil` for null.
  func key(inColumn column: Int) -> Int64? { cursor.boundInteger(at: headCount + column) }

  /// Clears the value of a column.
  func clear(column: Int) { cursor.bind(.null, at: headCount + column) }

  /// Ends a row.
  ///
  /// - Returns: The columns that are null because their values could not be represented; usually empty.
  func end() -> [Int] {
    starts.append(buffer.count)
    buffer.append(Int16(clamping: cursor.statement.parameters.count))
    cursor.appendValues(to: buffer)
    return cursor.invalidValues.map { $0.place - headCount }
  }

  /// Returns the statement to the connection.
  func finish(_ connection: PostgreSQLConnection) { connection.giveBack(cursor) }

  // MARK: Sending

  /// Sends all rows as one statement, so the server checks the links between them at its end.
  func send(_ connection: PostgreSQLConnection) throws {
    let statement = cursor.statement
    let count = statement.parameters.count
    if starts.count > Self.mostInStatement || starts.count * count > Self.mostValues {
      return try copy(connection)
    }
    if starts.count == 1 {
      return try connection.send(cursor.text) {
        withPointers(count) { values, lengths, formats in
          statement.send(values, lengths, formats, on: connection)
        }
      }
    }
    let rows = (0..<starts.count).map { row in
      "(\((1...count).map { "$\(row * count + $0)" }.joined(separator: ", ")))"
    }
    let insertion = PostgreSQLRowCheck.counted(
      SQLStatement(text: "INSERT INTO \(text) VALUES \(rows.joined(separator: ", "))"),
      starts.count
    ).text
    let types = (0..<starts.count).flatMap { _ in
      statement.parameters.map { ($0 ?? .text).rawValue }
    }
    try connection.send(insertion) {
      withPointers(count) { values, lengths, formats in
        connection.library.sendParameters(
          connection.handle, insertion, Int32(types.count), types, values, lengths, formats,
          PostgreSQLCode.binary)
      }
    }
  }

  private func withPointers(
    _ count: Int,
    _ body: (
      PostgreSQLParameters.Texts?, PostgreSQLParameters.Numbers?, PostgreSQLParameters.Numbers?
    )
      -> Int32
  ) -> Int32 {
    let places = starts.flatMap { buffer.places(from: $0 + 2, count: count) }
    return PostgreSQLParameters.withPointers(buffer, places, body)
  }

  private func copy(_ connection: PostgreSQLConnection) throws {
    let count = try connection.copy(
      "COPY \(text) FROM STDIN (FORMAT binary)",
      UnsafeBufferPointer(start: buffer.start, count: buffer.count))
    if count != starts.count { throw connection.notWritten(in: table.name) }
  }
}
