import ArmatureModel

/// The place of a property in the rows of an entity, as eight bytes of plain data.
///
/// This is the only descriptor of places. Name tables, validation programs, compiled predicates and readers of records
/// use it. Only a `Row` turns it into an address.
@frozen @usableFromInline struct RowPlace {
  /// Both positions in a row, in one word, so that an access loads them together.
  @usableFromInline let positions: UInt32
  /// The position of the property in its entity; inherited properties come first.
  @usableFromInline let index: UInt16
  /// The bit of the property in its bytes of both masks.
  @usableFromInline let bit: UInt8
  /// The storage of the value: the raw value of a `StorageKind`.
  @usableFromInline let kindCode: UInt8

  /// - Parameters:
  ///   - word: The position of the value, in units of eight bytes.
  ///   - index: The position of the property in its entity.
  init(word: Int, index: Int, kind: StorageKind) {
    // The masks are words of 64 bits for whole entities and bytes for single properties.
    let presentByte = Self.presentOffset(ofMask: index / 64) + index / 8 % 8
    positions = UInt32(word) | UInt32(presentByte) << 16
    self.index = UInt16(index)
    bit = 1 << UInt8(index % 8)
    kindCode = kind.rawValue
  }

  private init() {
    positions = 0
    index = 0
    bit = 0
    kindCode = 0
  }

  /// A place that belongs to no property. No kind equals its kind, and its bit is in no mask.
  static var none: RowPlace { RowPlace() }

  /// The number of bytes before the masks.
  static let headerBytes = 32

  /// Returns the byte offset of the changed bits of 64 properties.
  static func changedOffset(ofMask index: Int) -> Int { headerBytes + 16 * index }
  /// Returns the byte offset of the presence bits of 64 properties.
  static func presentOffset(ofMask index: Int) -> Int { headerBytes + 16 * index + 8 }

  /// The byte offset of the value in a row.
  @usableFromInline @_transparent var offset: Int { Int(positions & 0xFFFF) &<< 3 }

  /// The byte offset of the presence bit; the changed bit is eight bytes before.
  @usableFromInline @_transparent var presentByte: Int { Int(positions &>> 16) }

  var kind: StorageKind { StorageKind(rawValue: kindCode) }

  /// Whether the property leads to other objects.
  @inline(__always) var isLink: Bool { kind == .object || kind == .objects }

  /// The position of the property's pair of mask words.
  var mask: Int { Int(index) / 64 }

  /// The bit of the property in the words of the masks, in the byte order of the platform.
  var wordBit: UInt64 { (UInt64(1) << UInt64(index % 64)).littleEndian }
}
