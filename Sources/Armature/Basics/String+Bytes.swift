#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension String {
  /// Creates a text from UTF-8 bytes. Returns `nil` for invalid bytes.
  ///
  /// `String(validating:as:)` does the same, but looks up the metadata of generic types at each call. For a short text,
  /// this takes as long as everything else.
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard let start = bytes.baseAddress, !bytes.isASCII else { return }
    // Invalid UTF-8 was repaired, so it differs.
    let isSame = withUTF8 { own in
      own.count == bytes.count && own.baseAddress.map { memcmp($0, start, own.count) } == 0
    }
    if !isSame { return nil }
  }

  /// Returns whether another string has the same bytes. The bytes are compared in place, without a copy.
  mutating func isSame(as other: inout String) -> Bool {
    withUTF8 { own in
      other.withUTF8 { bytes in
        guard own.count == bytes.count else { return false }
        guard let start = own.baseAddress, let otherStart = bytes.baseAddress else { return true }
        return memcmp(start, otherStart, own.count) == 0
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII, and therefore valid UTF-8. Eight bytes are tested at a time.
  fileprivate var isASCII: Bool {
    guard let start = baseAddress else { return true }
    let raw = UnsafeRawPointer(start)
    var (bits, position) = (0 as UInt64, 0)
    while position + 8 <= count {
      bits |= raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < count {
      bits |= UInt64(start[position])
      position += 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
