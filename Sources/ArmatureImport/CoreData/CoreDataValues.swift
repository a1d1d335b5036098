import Armature
import ArmatureModel
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes column values in the format that the loader reads.
struct CoreDataValues {
  /// The folder with the values that Core Data stores in external files.
  private let externalFolder: String

  init(path: String) {
    let url = URL(filePath: path)
    let name = url.deletingPathExtension().lastPathComponent
    externalFolder =
      url.deletingLastPathComponent()
      .appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA").path
  }

  /// Writes a value.
  ///
  /// - Throws: ``CoreDataValueError`` if the value has another type, or if its external file cannot be read. If it
  ///   throws, nothing was written.
  func write(
    _ value: ForeignValue, _ attribute: AttributeDescription, to output: inout JSONOutput
  ) throws(CoreDataValueError) {
    let type = attribute.type.storage
    if value == .null {
      output.null()
    } else if case (.data, .blob(let bytes)) = (type, value) {
      output.data(attribute.allowsExternalBinaryDataStorage ? try content(of: bytes) : bytes)
    } else if !put(value, type, &output) {
      throw CoreDataValueError(
        text: " must have \(Self.phrase(of: type)), but has \(value.phrase).", isExpected: false)
    }
  }

  /// Writes a value; returns false if it does not have the type.
  private func put(_ value: ForeignValue, _ type: AttributeType, _ output: inout JSONOutput) -> Bool
  {
    switch (type, value) {
    case (.bool, .integer(let number)) where number == 0 || number == 1: output.bool(number == 1)
    case (.int16, .integer(let number)), (.int32, .integer(let number)),
      (.int64, .integer(let number)), (.double, .integer(let number)),
      (.float, .integer(let number)), (.decimal, .integer(let number)):
      output.int(number)
    case (.int16, .real(let number)), (.int32, .real(let number)), (.int64, .real(let number)):
      guard let whole = Int64(exactly: number) else { return false }
      output.int(whole)
    case (.double, .real(let number)), (.float, .real(let number)): return output.double(number)
    case (.decimal, .real(let number)):
      // The shortest text of a binary number is the decimal that was meant; its exact value has more digits.
      return put(.text("\(number)"), type, &output)
    case (.decimal, .text(let text)):
      guard let number = try? DecimalText.parse(text) else { return false }
      return output.decimal(number)
    case (.date, .integer(let seconds)): return put(.real(Double(seconds)), type, &output)
    case (.date, .real(let seconds)):
      return output.value(.date(Date(timeIntervalSinceReferenceDate: seconds)), type)
    case (.uuid, .blob(let bytes)) where bytes.count == 16:
      let id = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
      output.uuid(UUID(uuid: id))
    case (.uuid, .text(let text)), (.url, .text(let text)), (.string, .text(let text)):
      output.string(text)
    default: return false
    }
    return true
  }

  /// Returns Core Data's format of a type.
  private static func phrase(of type: AttributeType) -> String {
    switch type {
    case .bool: "0 or 1"
    case .date: "a number of seconds"
    case .data: "data"
    case .uuid: "16 bytes of data"
    case .url: "text"
    default: type.phrase
    }
  }

  /// Returns the data after the first byte. The first byte states whether the data itself follows, or the name of an
  /// external file.
  private func content(of bytes: Data) throws(CoreDataValueError) -> Data {
    switch bytes.first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      // The name must not lead out of the folder.
      guard !name.isEmpty, !name.contains("/"), name != "." && name != ".." else {
        throw CoreDataValueError(
          text:
            " must name a file in the folder of the store's data, but has \(name.quotedForMessage).",
          isExpected: false)
      }
      let path = "\(externalFolder)/\(name)"
      if let data = try? Data(contentsOf: URL(filePath: path)) { return data }
      throw CoreDataValueError(
        text: " names the file \(path), which cannot be read; the data was left out.",
        isExpected: true)
    default: return bytes
    }
  }
}

/// The reason why a column's value cannot be read.
struct CoreDataValueError: Error {
  /// The end of a sentence that starts with the name of the column. The text begins with a space.
  let text: String
  /// Whether Core Data can write such a value. In this case, only the external file is missing.
  let isExpected: Bool
}
