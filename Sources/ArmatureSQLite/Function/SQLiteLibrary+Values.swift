import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments and the result of a function that SQLite calls.
extension SQLiteLibrary {
  func argument(_ value: Handle?) -> SQLValue {
    switch valueType(value) {
    case SQLiteCode.typeInteger: return .integer(valueInteger(value))
    case SQLiteCode.typeReal: return .real(valueReal(value))
    case SQLiteCode.typeText:
      let bytes = valueText(value)
      return SQLValue(
        textBytes: UnsafeBufferPointer(start: bytes, count: Int(valueByteCount(value))))
    case SQLiteCode.typeBlob:
      let bytes = valueBlob(value)
      let count = Int(valueByteCount(value))
      return .blob(Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: return .null
    }
  }

  func setResult(_ value: SQLValue, _ context: Handle?) {
    switch value {
    case .null: resultNull(context)
    case .integer(let number): resultInteger(context, number)
    case .real(let number): resultReal(context, number)
    case .text(var text):
      text.withUTF8 { bytes in
        withUnsafePointer(to: UInt8(0)) { empty in
          resultText(
            context, bytes.baseAddress ?? empty, Int32(clamping: bytes.count), Self.transient)
        }
      }
    case .blob(let data):
      Array(data).withUnsafeBufferPointer { bytes in
        resultBlob(context, bytes.baseAddress, Int32(clamping: bytes.count), Self.transient)
      }
    }
  }
}
