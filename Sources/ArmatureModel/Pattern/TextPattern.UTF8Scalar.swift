extension TextPattern {
  /// A Unicode scalar, read from bytes that may be invalid UTF-8.
  struct UTF8Scalar {
    let value: UInt32
    let firstByte: Int
    /// The number of bytes, 1 to 4.
    let length: Int

    /// Reads the scalar at a position. Fails for invalid bytes.
    @inline(__always)
    init?(at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
      let first = UInt32(position.pointee)
      firstByte = Int(first)
      if first < 0x80 {
        (value, length) = (first, 1)
        return
      }
      let available = end - position
      guard available > 1, first >= 0xC2, let second = Self.tail(position[1]) else { return nil }
      if first < 0xE0 {
        (value, length) = ((first & 0x1F) << 6 | second, 2)
        return
      }
      guard available > 2, let third = Self.tail(position[2]) else { return nil }
      if first < 0xF0 {
        let value = (first & 0x0F) << 12 | second << 6 | third
        // An overlong encoding, or half of a surrogate pair.
        guard value >= 0x800, value & 0xF800 != 0xD800 else { return nil }
        (self.value, length) = (value, 3)
        return
      }
      guard available > 3, first < 0xF5, let fourth = Self.tail(position[3]) else { return nil }
      let value = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
      guard value >= 0x10000, value <= 0x10FFFF else { return nil }
      (self.value, length) = (value, 4)
    }

    private static func tail(_ byte: UInt8) -> UInt32? {
      byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }

    /// Returns a lower bound for the scalars that begin with a byte. The bounds ascend with the byte.
    ///
    /// If a byte cannot begin a scalar, it has the bound of the next byte that can. Bytes after the last such byte have
    /// a bound above all scalars.
    static func smallest(from byte: Int) -> UInt32 {
      switch byte {
      case ..<0x80: UInt32(byte)
      case ..<0xC2: 0x80
      case ..<0xE0: UInt32(byte & 0x1F) << 6
      case 0xE0: 0x800
      case ..<0xF0: UInt32(byte & 0x0F) << 12
      case 0xF0: 0x10000
      case ..<0xF5: UInt32(byte & 0x07) << 18
      default: ScalarSet.maximum + 1
      }
    }
  }
}
