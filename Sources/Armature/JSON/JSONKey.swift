/// A key as JSON has it, in quotation marks and with its colon; the memory of a ``JSONKeyTable``.
package struct JSONKey {
  /// The bytes; a blank and at least 8 more bytes follow.
  let start: UnsafePointer<UInt8>
  /// The number of bytes, marks and colon included.
  let count: Int

  /// Compares with bytes, of which 7 more than the key has can be read.
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
    // The rest of 0 to 7 bytes; what is read beyond it is shifted out.
    let rest = UInt64(truncatingIfNeeded: count &- index) &* 8
    let difference =
      UInt64(littleEndian: left.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      ^ UInt64(littleEndian: right.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    return difference & ((1 &<< rest) &- 1) == 0
  }
}
