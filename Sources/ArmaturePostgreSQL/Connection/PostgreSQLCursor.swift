import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A prepared statement with its bound values and the rows of its result.
final class PostgreSQLCursor: SQLCursor {
  let text: String
  let statement: PostgreSQLStatement
  private unowned let connection: PostgreSQLConnection
  private let library: PostgreSQLLibrary
  /// The values and their start positions; −1 for null.
  private let buffer = ByteBuffer()
  @exclusivity(unchecked) private var starts: [Int]
  /// The values that their parameter types cannot represent.
  @exclusivity(unchecked) private(set) var invalidValues: [(place: Int, value: SQLValue)] = []
  @exclusivity(unchecked) private var result: PostgreSQLResult?
  @exclusivity(unchecked) private var row: Int32 = -1

  init(_ text: String, _ statement: PostgreSQLStatement, _ connection: PostgreSQLConnection) {
    (self.text, self.statement, self.connection) = (text, statement, connection)
    library = connection.library
    starts = Array(repeating: -1, count: statement.parameters.count)
  }

  // MARK: Values

  func bind(_ value: SQLValue, at place: Int) {
    guard starts.indices.contains(place), value != .null else {
      if starts.indices.contains(place) { starts[place] = -1 }
      return
    }
    let start = buffer.count
    if PostgreSQLValueWriter.append(value, as: statement.parameters[place] ?? .text, to: buffer) {
      starts[place] = start
    } else {
      invalidValues.append((place, value))
    }
  }

  func bind(_ number: Int64, at place: Int) {
    guard statement.parameters[place] == .int8 else { return bind(.integer(number), at: place) }
    starts[place] = buffer.count
    buffer.appendField(number)
  }

  func bind(_ number: Double, at place: Int) {
    switch statement.parameters[place] {
    case .float8:
      starts[place] = buffer.count
      buffer.appendField(number.bitPattern)
    case .timestamptz:
      guard let count = PostgreSQLTime.microseconds(number) else { fallthrough }
      starts[place] = buffer.count
      buffer.appendField(count)
    default: bind(.real(number), at: place)
    }
  }

  func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    guard statement.parameters[place] == .text, !bytes.contains(0) else {
      return bind(SQLValue(textBytes: bytes), at: place)
    }
    starts[place] = buffer.count
    buffer.appendField(bytes)
  }

  /// Binds integers as one array.
  func bind(_ numbers: some Collection<Int64>, at place: Int) {
    starts[place] = buffer.count
    PostgreSQLValueWriter.append(numbers, to: buffer)
  }

  func bind(keys: some Collection<Int64>, placeCount: Int) { bind(keys, at: 0) }

  func clear() {
    buffer.removeAll()
    for place in starts.indices { starts[place] = -1 }
    if !invalidValues.isEmpty { invalidValues = [] }
  }

  /// Returns the bound integer of a parameter; `nil` for other values.
  func boundInteger(at place: Int) -> Int64? {
    guard starts[place] >= 0, buffer.number(at: starts[place]) == 8 else { return nil }
    return buffer.integer(at: starts[place] + 4)
  }

  /// Appends all values to another buffer in the order of their parameters, each preceded by its length.
  func appendValues(to other: ByteBuffer) {
    for start in starts {
      if start < 0 {
        other.appendNull()
      } else {
        let length = max(0, Int(buffer.number(at: start)))
        other.append(UnsafeBufferPointer(start: buffer.start + start, count: 4 + length))
      }
    }
  }

  func reset() {
    (result, row) = (nil, -1)
    clear()
  }

  // MARK: Running

  /// Sends the statement; its result arrives with the others.
  func post() throws {
    if let invalid = invalidValues.first {
      throw connection.unusable(
        "it cannot store \(invalid.value.plain) in: \(text)", .chooseOtherValue)
    }
    try connection.send(text) {
      PostgreSQLParameters.withPointers(buffer, starts) { values, lengths, formats in
        statement.send(values, lengths, formats, on: connection)
      }
    }
  }

  func step() throws -> Bool {
    if result == nil {
      result = try connection.answer(to: post)
      // The server checks this only for prepared statements.
      if statement.name.isEmpty, let result, result.columnTypes != statement.columns {
        throw connection.changed()
      }
    }
    row += 1
    return row < (result?.rowCount ?? 0)
  }

  var changeCount: Int { result?.changeCount ?? 0 }

  // MARK: Columns

  private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let handle = result?.handle else { return nil }
    let count = Int(library.byteCount(handle, row, column))
    // Only an empty value can be null. This saves a call for most values.
    if count == 0, library.isNull(handle, row, column) != 0 { return nil }
    return UnsafeBufferPointer(start: library.bytes(handle, row, column), count: count)
  }

  private func read(_ column: Int) -> SQLValue {
    bytes(Int32(column)).map {
      PostgreSQLValueReader.value($0, as: statement.columns[column])
    } ?? .null
  }

  func kind(at column: Int) -> SQLValueKind {
    guard let handle = result?.handle, library.isNull(handle, row, Int32(column)) == 0 else {
      return .null
    }
    switch statement.columns[column] {
    case .int8, .int4, .int2, .bool: return .integer
    case .float8, .timestamptz: return .real
    case .text: return .text
    case .bytea, nil: return .blob
    default: return if case .blob = read(column) { .blob } else { .text }
    }
  }

  func integer(at column: Int) -> Int64 {
    bytes(Int32(column)).flatMap(PostgreSQLValueReader.integer) ?? 0
  }

  func real(at column: Int) -> Double {
    if case .real(let number) = read(column) { number } else { 0 }
  }

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let found = bytes(Int32(column)) ?? UnsafeBufferPointer(start: nil, count: 0)
    switch statement.columns[column] {
    case .text, .bytea, nil: return try body(found)
    default:
      guard case .text(var text) = read(column) else { return try body(found) }
      return try text.withUTF8(body)
    }
  }

  func give(_ columns: [SQLFastColumn], to rows: StoreRows, otherwise decode: (Int) -> Void) {
    for fast in columns {
      let property = fast.property
      guard let bytes = bytes(fast.column) else {
        rows.setNull(at: property)
        continue
      }
      switch (fast.kind, statement.columns[Int(fast.column)]) {
      case (.integer, .int8):
        rows.set(PostgreSQLValueReader.number(bytes, Int64.self) ?? 0, at: property)
      case (.real, .float8):
        let bits = PostgreSQLValueReader.number(bytes, UInt64.self) ?? 0
        rows.set(Double(bitPattern: bits), at: property)
      case (.text, .text): rows.setText(utf8: bytes, at: property)
      case (.date, .timestamptz):
        let count = PostgreSQLValueReader.number(bytes, Int64.self) ?? 0
        rows.set(
          Date(timeIntervalSinceReferenceDate: PostgreSQLTime.seconds(count)), at: property)
      case (.truth, .bool): rows.set(bytes.first == 1, at: property)
      case (.link, .int8):
        let key = PostgreSQLValueReader.number(bytes, Int64.self) ?? 0
        rows.setLink(key: key, entity: fast.destination, at: property)
      default: decode(property)
      }
    }
  }
}

extension PostgreSQLConnection {
  /// Sends a statement with arrays of integers as its parameters.
  func post(_ statement: SQLStatement, _ numbers: [Int64]...) throws {
    try post(statement, numbers)
  }

  func post(_ statement: SQLStatement, _ numbers: [[Int64]]) throws {
    let cursor = try cursor(statement.text)
    defer { giveBack(cursor) }
    for (place, numbers) in numbers.enumerated() { cursor.bind(numbers, at: place) }
    try cursor.post()
  }
}
