import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A statement that SQLite has read.
final class SQLiteStatement: SQLCursor {
  let text: String
  private let library: SQLiteLibrary
  private let handle: SQLiteLibrary.Handle
  private unowned let connection: SQLiteConnection
  private var start: ContinuousClock.Instant?
  private(set) var changeCount = 0
  /// Why a value could not be bound.
  private var bindingCode = SQLiteCode.ok

  init(_ text: String, _ connection: SQLiteConnection) throws {
    (self.text, self.connection, library) = (text, connection, connection.library)
    var handle: SQLiteLibrary.Handle?
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        connection.library.prepare(
          connection.handle, bytes.baseAddress, Int32(bytes.count), SQLiteCode.preparePersistent,
          &handle, nil)
      }
    }
    guard code == SQLiteCode.ok, let handle else { throw connection.error() }
    self.handle = handle
  }

  deinit { _ = library.finalize(handle) }

  func bind(_ value: SQLValue, at place: Int) { note(bind(value, Int32(place + 1))) }

  func bind(_ number: Int64, at place: Int) {
    note(library.bindInteger(handle, Int32(place + 1), number))
  }

  func bind(_ number: Double, at place: Int) {
    note(library.bindReal(handle, Int32(place + 1), number))
  }

  func bind(_ text: String, at place: Int) { note(bind(text, Int32(place + 1))) }

  func clear() { _ = library.clearBindings(handle) }

  @inline(__always) private func note(_ code: Int32) {
    if code != SQLiteCode.ok, bindingCode == SQLiteCode.ok { bindingCode = code }
  }

  private func bind(_ text: String, _ place: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      // No address means no value to SQLite.
      withUnsafePointer(to: UInt8(0)) { empty in
        library.bindText(
          handle, place, bytes.baseAddress ?? empty, Int32(clamping: bytes.count),
          SQLiteLibrary.transient)
      }
    }
  }

  private func bind(_ value: SQLValue, _ place: Int32) -> Int32 {
    switch value {
    case .null: return library.bindNull(handle, place)
    case .integer(let number): return library.bindInteger(handle, place, number)
    case .real(let number): return library.bindReal(handle, place, number)
    case .text(let text): return bind(text, place)
    case .blob(let data):
      return data.withUnsafeBytes { bytes in
        let bytes = bytes.bindMemory(to: UInt8.self)
        return bytes.isEmpty
          ? library.bindZeros(handle, place, 0)
          : library.bindBlob(
            handle, place, bytes.baseAddress, Int32(clamping: bytes.count), SQLiteLibrary.transient)
      }
    }
  }

  func step() throws -> Bool {
    if start == nil { start = connection.logStart }
    // A value that is too large must not be left out.
    if bindingCode != SQLiteCode.ok { throw connection.error(bindingCode) }
    switch library.step(handle) {
    case SQLiteCode.row: return true
    case SQLiteCode.done:
      changeCount = Int(library.changeCount(connection.handle))
      return false
    default: throw connection.error()
    }
  }

  func reset() {
    _ = library.reset(handle)
    connection.note(text, since: start)
    (start, bindingCode) = (nil, SQLiteCode.ok)
  }

  func kind(at column: Int) -> SQLValueKind {
    switch library.columnType(handle, Int32(column)) {
    case SQLiteCode.typeInteger: .integer
    case SQLiteCode.typeReal: .real
    case SQLiteCode.typeText: .text
    case SQLiteCode.typeBlob: .blob
    default: .null
    }
  }

  func integer(at column: Int) -> Int64 { library.columnInteger(handle, Int32(column)) }

  func real(at column: Int) -> Double { library.columnReal(handle, Int32(column)) }

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    // First the bytes, which turns a value into them, and then how many there are.
    let bytes = library.columnBlob(handle, Int32(column))
    let count = Int(library.columnByteCount(handle, Int32(column)))
    return try body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }
}
