import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader for values in the binary format of a column's type.
enum PostgreSQLValueReader {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Returns the value. Invalid bytes become data.
  static func value(_ bytes: Bytes, as type: PostgreSQLType?) -> SQLValue {
    let found: SQLValue? =
      switch type {
      case .int8, .int4, .int2, .bool: integer(bytes).map(SQLValue.integer)
      case .float8: number(bytes, UInt64.self).map { .real(Double(bitPattern: $0)) }
      case .timestamptz:
        number(bytes, Int64.self).map { .real(PostgreSQLTime.seconds($0)) }
      case .text, .json: SQLValue(textBytes: bytes)
      case .numeric: NumericBytes.text(bytes).map(SQLValue.text)
      case .date:
        number(bytes, Int32.self).flatMap(PostgreSQLTime.day).map { .text($0.description) }
      case .uuid: uuid(bytes).map { .text($0.uuidString) }
      case .bytea: .blob(Data(bytes))
      default: type?.element.flatMap { list(bytes, of: $0) }.map(SQLValue.text)
      }
    return found ?? .blob(Data(bytes))
  }

  static func number<Number: FixedWidthInteger>(_ bytes: Bytes, _ type: Number.Type) -> Number? {
    guard bytes.count == MemoryLayout<Number>.size, let start = bytes.baseAddress else {
      return nil
    }
    return Number(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: Number.self))
  }

  /// Returns an integer of any size or a Boolean as an integer.
  static func integer(_ bytes: Bytes) -> Int64? {
    switch bytes.count {
    case 8: number(bytes, Int64.self)
    case 4: number(bytes, Int32.self).map(Int64.init)
    case 2: number(bytes, Int16.self).map(Int64.init)
    case 1: Int64(bytes[0])
    default: nil
    }
  }

  private static func uuid(_ bytes: Bytes) -> UUID? {
    guard bytes.count == 16, let start = bytes.baseAddress else { return nil }
    return UUID(uuid: UnsafeRawPointer(start).loadUnaligned(as: uuid_t.self))
  }

  /// Returns an array as JSON text; `nil` if it is not a list of values.
  private static func list(_ bytes: Bytes, of element: PostgreSQLType) -> String? {
    guard let kind = SQLKind(element.listType), bytes.count >= 12 else { return nil }
    var rest = bytes[...]
    func next() -> Int32? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return number(Bytes(rebasing: rest.prefix(4)), Int32.self)
    }
    guard let dimensions = next(), next() != nil, next() != nil, dimensions <= 1 else { return nil }
    var values: [AttributeValue] = []
    if dimensions == 1 {
      guard let count = next(), next() != nil, count >= 0 else { return nil }
      for _ in 0..<count {
        guard let length = next(), length >= 0, rest.count >= Int(length) else { return nil }
        let own = value(Bytes(rebasing: rest.prefix(Int(length))), as: element)
        rest = rest.dropFirst(Int(length))
        guard let decoded = kind.decode(own), !decoded.isNull else { return nil }
        values.append(decoded)
      }
    }
    return ListText.write(values, of: element.listType)
  }
}
