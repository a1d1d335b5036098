import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A writer for values in the binary format of a column's or parameter's type.
enum PostgreSQLValueWriter {
  /// Appends a value preceded by its length.
  ///
  /// - Returns: Whether the type can represent the value; otherwise nothing was appended.
  static func append(_ value: SQLValue, as type: PostgreSQLType, to buffer: ByteBuffer) -> Bool {
    if value == .null {
      buffer.appendNull()
      return true
    }
    let start = buffer.count
    var isFit = false
    buffer.appendField { isFit = write(value, as: type, to: buffer) }
    if !isFit { buffer.truncate(to: start) }
    return isFit
  }

  private static func write(
    _ value: SQLValue, as type: PostgreSQLType, to buffer: ByteBuffer
  ) -> Bool {
    switch (type, value) {
    case (.int8, .integer(let number)): buffer.append(number)
    case (.int4, .integer(let number)):
      guard let number = Int32(exactly: number) else { return false }
      buffer.append(number)
    case (.int2, .integer(let number)):
      guard let number = Int16(exactly: number) else { return false }
      buffer.append(number)
    case (.bool, .integer(let number)):
      guard number == 0 || number == 1 else { return false }
      buffer.append(UInt8(number))
    case (.float8, .real(let number)): buffer.append(number.bitPattern)
    case (.float8, .integer(let number)): buffer.append(Double(number).bitPattern)
    case (.float8, .text(SQLKind.notANumber)): buffer.append(Double.nan.bitPattern)
    case (.text, .text(let text)), (.json, .text(let text)): return write(text, to: buffer)
    case (.bytea, .blob(let data)), (.tsvector, .blob(let data)):
      data.withUnsafeBytes { buffer.append($0.bindMemory(to: UInt8.self)) }
    case (.numeric, .text(let text)): return NumericBytes.write(text, to: buffer)
    case (.numeric, .integer(let number)): return NumericBytes.write(number.description, to: buffer)
    case (.timestamptz, .real(let seconds)):
      guard let count = PostgreSQLTime.microseconds(seconds) else { return false }
      buffer.append(count)
    case (.date, .text(let text)):
      guard let day = CalendarDate(text), let count = PostgreSQLTime.days(day) else { return false }
      buffer.append(count)
    case (.uuid, .text(let text)):
      guard let id = UUID(uuidString: text) else { return false }
      withUnsafeBytes(of: id.uuid) { buffer.append($0.bindMemory(to: UInt8.self)) }
    case (_, .text(let text)):
      guard let element = type.element else { return false }
      return writeList(text, of: element, to: buffer)
    default: return false
    }
    return true
  }

  /// The server does not accept texts with the character U+0000.
  static func write(_ text: String, to buffer: ByteBuffer) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard !bytes.contains(0) else { return false }
      buffer.append(bytes)
      return true
    }
  }

  /// Writes the values of a JSON array.
  private static func writeList(
    _ text: String, of element: PostgreSQLType, to buffer: ByteBuffer
  ) -> Bool {
    guard let values = ListText.read(text, of: element.listType),
      let kind = SQLKind(element.listType)
    else { return false }
    writeArrayHead(values.count, of: element, to: buffer)
    return values.allSatisfy { value in
      kind.encode(value).map { append($0, as: element, to: buffer) } ?? false
    }
  }

  /// Writes the header of an array: its dimensions, whether it contains nulls, the element type, the number of
  /// elements, and the index of the first one.
  private static func writeArrayHead(
    _ count: Int, of element: PostgreSQLType, to buffer: ByteBuffer
  ) {
    buffer.append(Int32(count == 0 ? 0 : 1))
    buffer.append(Int32(0))
    buffer.append(element.rawValue)
    if count == 0 { return }
    buffer.append(Int32(clamping: count))
    buffer.append(Int32(1))
  }

  /// Appends integers as one array.
  static func append(_ numbers: some Collection<Int64>, to buffer: ByteBuffer) {
    buffer.appendField {
      writeArrayHead(numbers.count, of: .int8, to: buffer)
      for number in numbers {
        buffer.append(Int32(8))
        buffer.append(number)
      }
    }
  }
}
