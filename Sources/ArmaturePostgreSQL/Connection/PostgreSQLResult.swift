/// The result of one statement.
final class PostgreSQLResult {
  private let library: PostgreSQLLibrary
  let handle: PostgreSQLLibrary.Result
  let status: Int32
  let rowCount: Int32

  init(_ handle: PostgreSQLLibrary.Result, _ library: PostgreSQLLibrary) {
    (self.handle, self.library) = (handle, library)
    status = library.resultStatus(handle)
    rowCount = library.rowCount(handle)
  }

  deinit { library.clear(handle) }

  /// Whether the statement succeeded.
  var isFine: Bool {
    [
      PostgreSQLCode.commandOK, PostgreSQLCode.tuplesOK, PostgreSQLCode.copyIn,
      PostgreSQLCode.pipelineSync,
    ].contains(status)
  }

  /// Whether the statement was skipped after an earlier failure.
  var isAborted: Bool { status == PostgreSQLCode.pipelineAborted }

  /// Whether the server or a pooler announces the end of the connection.
  var endsConnection: Bool {
    let state = field(PostgreSQLCode.sqlState) ?? ""
    return state.hasPrefix("57P") || state.hasPrefix("08")
  }

  /// The type numbers of a prepared statement's parameters and the types of its columns.
  var parameterNumbers: [UInt32] {
    (0..<library.parameterCount(handle)).map { library.parameterType(handle, $0) }
  }
  var columnTypes: [PostgreSQLType?] {
    (0..<library.columnCount(handle)).map { PostgreSQLType(number: library.columnType(handle, $0)) }
  }

  /// The number of changed rows.
  var changeCount: Int { library.changeCount(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// Returns a field of an error.
  func field(_ code: Int32) -> String? {
    library.resultField(handle, code).map { String(cString: $0) }
  }

  var message: String {
    let message = field(PostgreSQLCode.primaryMessage)
    return message ?? library.resultMessage(handle).map { String(cString: $0) } ?? "no answer"
  }
}

/// The rows of the library's own statements, with known types.
extension PostgreSQLResult {
  private func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    if library.isNull(handle, row, column) != 0 { return nil }
    return UnsafeBufferPointer(
      start: library.bytes(handle, row, column),
      count: Int(library.byteCount(handle, row, column)))
  }

  /// Returns an integer; `nil` for null.
  func integer(_ row: Int32, _ column: Int32) -> Int64? {
    bytes(row, column).flatMap(PostgreSQLValueReader.integer)
  }

  /// Returns a text; `nil` for null.
  func text(_ row: Int32, _ column: Int32) -> String? {
    bytes(row, column).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the values of an integer column.
  func integers(_ column: Int32) -> [Int64] { (0..<rowCount).compactMap { integer($0, column) } }
}
