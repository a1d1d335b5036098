import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the values of columns as the loader reads them.
struct CoreDataValues {
  /// The folder of the data that Core Data keeps in files of their own.
  private let externalFolder: String

  init(path: String) {
    let url = URL(filePath: path)
    let name = url.deletingPathExtension().lastPathComponent
    externalFolder =
      url.deletingLastPathComponent()
      .appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA").path
  }

  /// Writes a value; what is not of its type is written as it is, and told by the loader.
  ///
  /// - Throws: ``CoreDataStoreError`` for data in a file that cannot be read.
  func write(
    _ value: SQLValue, _ attribute: AttributeDescription, to output: inout JSONOutput
  ) throws {
    let type = attribute.type.storage
    switch (type, value) {
    case (_, .null): output.null()
    case (.bool, .integer(let number)) where number == 0 || number == 1: output.bool(number == 1)
    case (.date, .integer(let seconds)):
      _ = output.value(.date(Date(timeIntervalSinceReferenceDate: Double(seconds))), type)
    case (.date, .real(let seconds)):
      if !output.value(.date(Date(timeIntervalSinceReferenceDate: seconds)), type) {
        write(value, &output)
      }
    case (.uuid, .blob(let bytes)) where bytes.count == 16:
      let id = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
      output.uuid(UUID(uuid: id))
    case (.data, .blob(let bytes)):
      output.data(attribute.allowsExternalBinaryDataStorage ? try content(of: bytes) : bytes)
    case (.decimal, .text(let text)):
      if let number = Decimal(string: text), output.decimal(number) { return }
      output.string(text)
    case (.decimal, .real(let number)):
      // What it prints is the decimal that was meant, and not what the binary number is exactly.
      if let number = Decimal(string: "\(number)"), output.decimal(number) { return }
      write(value, &output)
    case (.int16, .real(let number)), (.int32, .real(let number)), (.int64, .real(let number)):
      if let whole = Int64(exactly: number) { output.int(whole) } else { write(value, &output) }
    default: write(value, &output)
    }
  }

  private func write(_ value: SQLValue, _ output: inout JSONOutput) {
    switch value {
    case .null: output.null()
    case .integer(let number): output.int(number)
    case .real(let number): if !output.double(number) { output.string("\(number)") }
    case .text(let text): output.string(text)
    case .blob(let bytes): output.data(bytes)
    }
  }

  /// The data behind a first byte, which tells whether they follow, or the name of a file that has them.
  private func content(of bytes: Data) throws -> Data {
    switch bytes.first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      // Nothing leads out of the folder.
      guard !name.isEmpty, !name.contains("/"), name != ".." else {
        throw CoreDataStoreError(
          name, "the name of a file with its data is \(name.quotedForMessage).")
      }
      let path = "\(externalFolder)/\(name)"
      do {
        return try Data(contentsOf: URL(filePath: path))
      } catch {
        throw CoreDataStoreError(
          path, "its data must be in the file \(path), but that cannot be read.")
      }
    default: return bytes
    }
  }
}
