import Armature
import ArmatureSQL
import Foundation

/// An error of the trial's database.
struct TrialError: Error, CustomStringConvertible {
  let code: Int32
  let description: String

  var violation: SQLViolation? {
    switch code {
    case 1555, 2579: .key
    case 2067: .unique
    case 787: .link
    case 1299: .required
    default: nil
    }
  }
}

/// A connection to the trial's database.
final class TrialConnection: SQLConnection {
  fileprivate let library: TrialLibrary
  fileprivate let handle: TrialLibrary.Handle?

  init(_ path: String, _ library: TrialLibrary) throws {
    var handle: TrialLibrary.Handle?
    _ = library.open(path, &handle)
    (self.library, self.handle) = (library, handle)
    _ = library.timeout(handle, 10_000)
    for setting in ["journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON"] {
      try run(SQLStatement(text: "PRAGMA \(setting)"))
    }
  }

  deinit { _ = library.close(handle) }

  var isInTransaction: Bool { library.isAutocommit(handle) == 0 }

  func prepare(_ text: String) throws -> any SQLCursor { try TrialCursor(text, self) }

  func giveBack(_ cursor: any SQLCursor) {}

  func violation(_ error: any Error) -> SQLViolation? { (error as? TrialError)?.violation }

  func notWritten(in table: String?) -> any Error {
    TrialError(code: 0, description: "A row of \(table ?? "a table") was not written.")
  }

  fileprivate var error: TrialError {
    TrialError(
      code: library.code(handle),
      description: library.message(handle).map { String(cString: $0) } ?? "")
  }
}

/// A statement of the trial's database.
private final class TrialCursor: SQLCursor {
  private let connection: TrialConnection
  private var library: TrialLibrary { connection.library }
  private var handle: TrialLibrary.Handle?

  init(_ text: String, _ connection: TrialConnection) throws {
    self.connection = connection
    guard connection.library.prepare(connection.handle, text, -1, &handle, nil) == 0 else {
      throw connection.error
    }
  }

  deinit { _ = library.finalize(handle) }

  // MARK: Parameters

  func bind(_ value: SQLValue, at place: Int) {
    switch value {
    case .null: _ = library.bindNull(handle, Int32(place + 1))
    case .integer(let number): bind(number, at: place)
    case .real(let number): bind(number, at: place)
    case .text(let text): bind(text, at: place)
    case .blob(let data):
      let bytes = Array(data)
      // To the library, no address means no value.
      (bytes.isEmpty ? [0] : bytes).withUnsafeBufferPointer {
        _ = library.bindBlob(handle, Int32(place + 1), $0.baseAddress, Int32(bytes.count), -1)
      }
    }
  }

  func bind(_ number: Int64, at place: Int) {
    _ = library.bindInteger(handle, Int32(place + 1), number)
  }

  func bind(_ number: Double, at place: Int) {
    _ = library.bindReal(handle, Int32(place + 1), number)
  }

  func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    withUnsafePointer(to: 0 as UInt8) { nothing in
      _ = library.bindText(
        handle, Int32(place + 1), bytes.baseAddress ?? nothing, Int32(bytes.count), -1)
    }
  }

  func clear() { _ = library.clear(handle) }

  // MARK: Rows

  func step() throws -> Bool {
    switch library.step(handle) {
    case 100: return true
    case 101: return false
    default: throw connection.error
    }
  }

  func reset() { _ = library.reset(handle) }

  var changeCount: Int { Int(library.changeCount(connection.handle)) }

  func kind(at column: Int) -> SQLValueKind {
    switch library.columnType(handle, Int32(column)) {
    case 1: .integer
    case 2: .real
    case 3: .text
    case 4: .blob
    default: .null
    }
  }

  func integer(at column: Int) -> Int64 { library.columnInteger(handle, Int32(column)) }

  func real(at column: Int) -> Double { library.columnReal(handle, Int32(column)) }

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let bytes = library.columnBytes(handle, Int32(column))
    let count = bytes == nil ? 0 : Int(library.columnCount(handle, Int32(column)))
    return try body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Every value goes through ``SQLValue``, which is slower, but correct.
  func give(_ columns: [SQLFastColumn], to rows: StoreRows, otherwise decode: (Int) -> Void) {
    for column in columns { decode(column.property) }
  }
}
