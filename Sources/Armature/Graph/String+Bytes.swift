#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension String {
  /// The text of bytes of UTF-8; `nil` if they are none.
  ///
  /// `String(validating:as:)` does the same, and looks up the metadata of generic types at each call, which takes
  /// as long as all the rest for a short text.
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // What is wrong was repaired, and so is not what it was.
    let isSame =
      bytes.areASCII
      || text.withUTF8 { copy in
        guard copy.count == bytes.count else { return false }
        guard let start = copy.baseAddress, let bytes = bytes.baseAddress else { return true }
        return memcmp(start, bytes, copy.count) == 0
      }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether each byte is a character of ASCII.
  fileprivate var areASCII: Bool {
    let bytes = UnsafeRawBufferPointer(self)
    var (place, high) = (0, UInt64(0))
    while place + 8 <= bytes.count {
      high |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += 8
    }
    while place < bytes.count {
      high |= UInt64(bytes[place])
      place += 1
    }
    return high & 0x8080_8080_8080_8080 == 0
  }
}
