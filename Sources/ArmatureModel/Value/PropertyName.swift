/// The name of a property, together with a hash that the compiler computes.
///
/// For an access such as `book.title`, the compiler creates a single constant. The object finds the property by
/// comparing the hash, which takes only one comparison. This is possible because a model rejects two names of one
/// entity with the same hash. Names that are created at run time are compared byte by byte.
///
/// The initializer is `@_transparent` and uses unsafe loads, so an access takes 1.2 ns, compared with 24 ns for a
/// dictionary. All loads are within `count` bytes from `start`. For a literal, these bytes always exist. For a name
/// that is created at run time, they exist until the call returns.
@frozen public struct PropertyName: ExpressibleByStringLiteral {
  /// The hash that the name has in tables. Its lowest four bits are 0, which leaves room for a kind.
  @usableFromInline package let hash: UInt64
  /// The bytes, in UTF-8.
  @usableFromInline package let start: UnsafeRawPointer
  /// The number of bytes.
  @usableFromInline package let count: Int

  /// Creates a name from a literal or a dynamic member.
  @_transparent public init(stringLiteral value: StaticString) {
    self.init(start: UnsafeRawPointer(value.utf8Start), count: value.utf8CodeUnitCount)
  }

  /// Creates a name from bytes that must remain valid.
  @usableFromInline @_transparent package init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
    var hash = Self.start(UInt64(truncatingIfNeeded: count))
    var offset = 0
    while offset &+ 8 <= count {
      hash = Self.mix(hash, start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    // Loads of different sizes replace a loop over the bytes. They are also computed at compile time, and save 10 ns
    // for a run-time name.
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    if count & 4 != 0 {
      rest = UInt64(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      shift = 32
      offset &+= 4
    }
    if count & 2 != 0 {
      rest |= UInt64(start.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) &<< shift
      shift &+= 16
      offset &+= 2
    }
    if count & 1 != 0 {
      rest |= UInt64(start.load(fromByteOffset: offset, as: UInt8.self)) &<< shift
    }
    self.hash = Self.finish(hash, rest)
  }

  @usableFromInline @_transparent static func start(_ count: UInt64) -> UInt64 {
    count &* 0x9E37_79B9_7F4A_7C15
  }
  @usableFromInline @_transparent static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product &>> 32
  }
  @usableFromInline @_transparent static func finish(_ hash: UInt64, _ rest: UInt64) -> UInt64 {
    mix(hash, rest) &* 0x9E37_79B9_7F4A_7C15 & ~15
  }

  /// Returns the hash of a name of fewer than 16 bytes. The hash combines the first word, if the name has one, and the
  /// remaining bytes.
  @inlinable @inline(__always) package static func hash(
    count: UInt64, first: UInt64? = nil, rest: UInt64
  ) -> UInt64 {
    if let first { return finish(mix(start(count), first), rest) }
    return finish(start(count), rest)
  }

  /// The part of the hash that typed accessors use to distinguish names.
  package var accessorHash: UInt32 { UInt32(truncatingIfNeeded: hash) }

  /// Returns the key of a property in a table, from its name and kind.
  @usableFromInline @_transparent package func key(_ kind: StorageKind) -> UInt64 {
    hash | UInt64(truncatingIfNeeded: kind.rawValue)
  }

  /// The name as text.
  public var text: String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension PropertyName: Hashable {
  /// Returns true if two names have the same bytes.
  public static func == (left: PropertyName, right: PropertyName) -> Bool {
    left.hash == right.hash
      && UnsafeRawBufferPointer(start: left.start, count: left.count)
        .elementsEqual(UnsafeRawBufferPointer(start: right.start, count: right.count))
  }

  /// Hashes the precomputed hash of the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension String {
  /// Calls a closure with the text as a name. The name is valid during the call.
  @inlinable @inline(__always) package func withPropertyName<Result>(
    _ body: (PropertyName) throws -> Result
  ) rethrows -> Result {
    func name(_ bytes: UnsafeBufferPointer<UInt8>) -> PropertyName {
      // An empty buffer has no address. For zero bytes, any address works.
      let start = bytes.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
      return PropertyName(start: UnsafeRawPointer(start), count: bytes.count)
    }
    // Avoids a copy, which would be retained.
    if let result = try utf8.withContiguousStorageIfAvailable({ try body(name($0)) }) {
      return result
    }
    var text = self
    return try text.withUTF8 { try body(name($0)) }
  }
}

/// A placeholder for the name of a schema member that reflection cannot find, such as a computed property.
enum NamelessMember {
  private static let start = "<unnamed "

  /// Returns a name that no entity can have, so that the check of the model reports the member.
  static func name(_ type: Any.Type) -> String { start + "\(type)>" }

  /// Returns the text about a member without a name, or `nil` if the name is an ordinary name.
  static func reason(_ name: String) -> String? {
    guard name.hasPrefix(start) else { return nil }
    return "\(name.dropFirst(start.count).dropLast()) without a name: a schema has the names"
      + " of its stored properties only. Declare it with let."
  }
}

extension String {
  /// Returns the name if it is not used yet. Otherwise a number is appended: `Cup2`.
  package func firstFree(_ isTaken: (String) -> Bool) -> String {
    var (name, number) = (self, 2)
    while isTaken(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }
}
