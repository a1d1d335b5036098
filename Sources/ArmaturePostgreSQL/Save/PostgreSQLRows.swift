import Armature
import ArmatureModel
import ArmatureSQL

/// The new rows of one table, in the binary form that COPY takes: the number of columns, and each value behind its
/// length.
final class PostgreSQLRows {
  let table: SQLTable
  /// The statement that inserts one row, which tells the types of the columns.
  private let statement: PostgreSQLStatement
  private let text: String
  private let buffer = ByteBuffer(capacity: 1 << 16)
  /// Where each row starts in the buffer.
  private var starts: [Int] = []
  /// The values of the row that is being made, by the positions of the columns.
  @exclusivity(unchecked) private var values: [SQLValue]

  /// The columns that stand before those of the table: the key, the version, and the name of the entity.
  private var headCount: Int { table.hasEntities ? 3 : 2 }

  /// More rows than this, or more values, go by COPY.
  private static let mostInStatement = 64
  private static let mostValues = 16_384

  init(_ table: SQLTable, _ connection: PostgreSQLConnection) throws {
    self.table = table
    let names = [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
    let columns = (names + table.columns.map(\.name)).map { "\(name: $0)" as SQLStatement }
    let list: SQLStatement = "\(name: table.name) (\(columns.joined(by: ", ")))"
    let places = columns.map { _ in "?" as SQLStatement }.joined(by: ", ")
    text = list.text
    statement = try connection.statement(
      ("INSERT INTO \(list) VALUES (\(places))" as SQLStatement).text)
    values = Array(repeating: .null, count: table.columns.count)
  }

  var isEmpty: Bool { starts.isEmpty }

  // MARK: Values

  /// Makes a row.
  ///
  /// - Parameter body: Sets the values of its columns.
  /// - Returns: The columns that do not have their values, which are absent; none most often.
  func append(
    key: Int64, version: Int64, entity: String, _ body: ((Int, SQLValue) -> Void) -> Void
  ) -> [Int] {
    for column in values.indices { values[column] = .null }
    body { values[$0] = $1 }
    starts.append(buffer.count)
    buffer.append(Int16(clamping: statement.parameters.count))
    buffer.append(Int32(8))
    buffer.append(key)
    buffer.append(Int32(8))
    buffer.append(version)
    if table.hasEntities {
      buffer.appendField { _ = PostgreSQLValueWriter.write(entity, to: buffer) }
    }
    var unfit: [Int] = []
    for column in values.indices {
      let type = statement.parameters[headCount + column] ?? .text
      if PostgreSQLValueWriter.append(values[column], as: type, to: buffer) { continue }
      buffer.appendNull()
      unfit.append(column)
    }
    return unfit
  }

  // MARK: Sending

  /// Sends all rows as one statement, at whose end the server looks at the links between them.
  func send(_ connection: PostgreSQLConnection) throws {
    let count = statement.parameters.count
    if starts.count > Self.mostInStatement || starts.count * count > Self.mostValues {
      return try copy(connection)
    }
    if starts.count == 1 {
      return try connection.send(text) {
        withPointers(count) { values, lengths, formats in
          connection.library.sendPrepared(
            connection.handle, statement.name, Int32(count), values, lengths, formats,
            PostgreSQLCode.binary)
        }
      }
    }
    let rows = (0..<starts.count).map { row in
      "(\((1...count).map { "$\(row * count + $0)" }.joined(separator: ", ")))"
    }
    let insertion = "INSERT INTO \(text) VALUES \(rows.joined(separator: ", "))"
    let types = (0..<starts.count).flatMap { _ in
      statement.parameters.map { ($0 ?? .text).rawValue }
    }
    try connection.send(text) {
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
    var places: [Int] = []
    places.reserveCapacity(starts.count * count)
    for start in starts {
      var place = start + 2
      for _ in 0..<count {
        places.append(place)
        place += 4 + Int(max(0, buffer.number(at: place)))
      }
    }
    return PostgreSQLParameters.withPointers(buffer, places, body)
  }

  private func copy(_ connection: PostgreSQLConnection) throws {
    try connection.copy(
      "COPY \(text) FROM STDIN (FORMAT binary)",
      UnsafeBufferPointer(start: buffer.start, count: buffer.count))
  }
}
