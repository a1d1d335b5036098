#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The URI form of an ID: `armature://<store>/<entity>/<key>`. Core Data: `uriRepresentation()`.
extension ManagedObjectID {
  private static let start = Array("armature://".utf8)

  /// The ID as a URI, which can be stored outside of the program.
  public var uri: URL {
    guard let url = URL(string: uriText) else {
      programmerError("The ID \(self) must have a URI, but \(uriText) is not one.")
    }
    return url
  }

  /// Creates an ID from its URI. Returns `nil` for any other URI.
  ///
  /// The URI does not contain whether the object has been saved. The new ID is therefore not temporary.
  public init?(uri: URL) {
    self.init(uriText: uri.absoluteString)
    if key <= 0 { return nil }
  }

  /// The text of the URI.
  package var uriText: String {
    // An escaped byte of a name takes three bytes.
    let capacity =
      Self.start.count + UUIDText.length + 3 * entityName.utf8.count + 2
      + NumberText.maximumLength
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      guard let out = buffer.baseAddress else { return 0 }
      out.update(from: Self.start, count: Self.start.count)
      var count = Self.start.count
      UUIDText.write(storeID, to: out + count)
      for position in count..<count + UUIDText.length where buffer[position] >= 0x41 {
        buffer[position] |= 0x20
      }
      count += UUIDText.length
      buffer[count] = 0x2F
      count = Self.escape(entityName, to: buffer, from: count + 1)
      buffer[count] = 0x2F
      return count + 1 + NumberText.write(key, to: out + count + 1)
    }
  }

  /// Creates an ID from the text of its URI. The object of the ID may never have been in a context, or may have no key
  /// from its store.
  package init?(uriText text: String) {
    var text = text
    let read = text.withUTF8 { Self.read($0) }
    guard let read else { return nil }
    self = read
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ManagedObjectID? {
    let nameStart = start.count + UUIDText.length + 1
    guard bytes.count > nameStart, bytes.starts(with: start), bytes[nameStart - 1] == 0x2F,
      let storeID = UUIDText.parse(
        UnsafeBufferPointer(rebasing: bytes[start.count..<nameStart - 1])),
      let nameEnd = bytes[nameStart...].firstIndex(of: 0x2F), nameEnd > nameStart,
      let entityName = unescaped(bytes[nameStart..<nameEnd])
    else { return nil }
    let keyText = String(decoding: bytes[(nameEnd + 1)...], as: UTF8.self)
    guard let key = Int64(keyText), String(key) == keyText else { return nil }
    return ManagedObjectID(entityName: entityName, key: key, storeID: storeID)
  }

  /// Writes a name and returns its end. All bytes except ASCII letters and digits are escaped.
  private static func escape(
    _ name: String, to out: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var count = start
    for byte in name.utf8 {
      if byte.isWord {
        out[count] = byte
        count += 1
      } else {
        out[count] = UInt8(ascii: "%")
        out[count + 1] = digit(byte >> 4)
        out[count + 2] = digit(byte & 15)
        count += 3
      }
    }
    return count
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }

  private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(validating: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
