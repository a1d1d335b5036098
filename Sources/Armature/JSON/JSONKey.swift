/// A key in JSON form, with quotation marks and colon, in the memory of a ``JSONKeyTable``.
package struct JSONKey {
  /// The bytes, followed by a blank and at least 8 more bytes.
  let start: UnsafePointer<UInt8>
  /// The number of bytes, including quotation marks and colon.
  let count: Int

  /// Compares the key with bytes; 7 bytes after the length of the key must be readable.
  @_transparent
  func matches(_ other: UnsafePointer<UInt8>) -> Bool {
    let left = UnsafeRawPointer(start)
    let right = UnsafeRawPointer(other)
    var index = 0
    while index &+ 8 <= count {
      let difference =
        left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index &+= 8
    }
    // The remaining 0 to 7 bytes; bytes read beyond them are shifted out.
    let rest = UInt64(truncatingIfNeeded: count &- index) &* 8
    let difference =
      UInt64(littleEndian: left.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      ^ UInt64(littleEndian: right.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    return difference & ((1 &<< rest) &- 1) == 0
  }
}
