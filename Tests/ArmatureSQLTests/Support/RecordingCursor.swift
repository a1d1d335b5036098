import Armature
import ArmatureSQL
import Foundation

/// A statement that records its parameters and has no rows.
final class RecordingCursor: SQLCursor {
  private(set) var values: [Int: SQLValue] = [:]

  /// The values in the order of their parameters; an unbound parameter is missing.
  var picture: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.picture)" }
      .joined(separator: ", ")
  }

  func bind(_ value: SQLValue, at place: Int) { values[place] = value }
  func bind(_ number: Int64, at place: Int) { values[place] = .integer(number) }
  func bind(_ number: Double, at place: Int) { values[place] = .real(number) }

  func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    values[place] = SQLValue(textBytes: bytes)
  }

  func clear() { values = [:] }
  func step() -> Bool { false }
  func reset() {}
  var changeCount: Int { 0 }

  func kind(at column: Int) -> SQLValueKind { .null }
  func integer(at column: Int) -> Int64 { 0 }
  func real(at column: Int) -> Double { 0 }

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result { try body(UnsafeBufferPointer(start: nil, count: 0)) }

  func give(_ columns: [SQLFastColumn], to rows: StoreRows, otherwise decode: (Int) -> Void) {}
}
