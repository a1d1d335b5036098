import ArmatureModel

/// Where one property lies in the rows of an entity: eight bytes of plain data.
///
/// The one place descriptor: tables of names, validation programs, compiled predicates and readers of
/// records keep it, and only a `Row` turns it into addresses.
@frozen @usableFromInline struct RowPlace {
  /// Both positions in a row, in one word, so that an access loads them at once.
  @usableFromInline let positions: UInt32
  /// The position of the property in its entity; inherited properties come first.
  @usableFromInline let index: UInt16
  /// The bit of the property in its bytes of both masks.
  @usableFromInline let bit: UInt8
  /// How the value is kept: the raw value of a `StorageKind`.
  @usableFromInline let kindCode: UInt8

  /// - Parameters:
  ///   - word: Where the value lies, in units of eight bytes.
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

  /// The place of no property: its kind is that of none, and its bit is in no mask.
  static var none: RowPlace { RowPlace() }

  /// How many bytes of a row stand before the words of the masks.
  static let headerBytes = 32

  /// Where the word lies, in bytes, that says which of 64 properties have changed.
  static func changedOffset(ofMask index: Int) -> Int { headerBytes + 16 * index }
  /// Where the word lies, in bytes, that says which of 64 properties have a value.
  static func presentOffset(ofMask index: Int) -> Int { headerBytes + 16 * index + 8 }

  /// Where the value lies in a row, in bytes.
  @usableFromInline @_transparent var offset: Int { Int(positions & 0xFFFF) &<< 3 }

  /// The byte of a row that holds the presence bit; that of the change bit lies eight bytes before.
  @usableFromInline @_transparent var presentByte: Int { Int(positions &>> 16) }

  var kind: StorageKind { StorageKind(rawValue: kindCode) }

  /// Whether the property leads to other objects.
  @inline(__always) var isLink: Bool { kind == .object || kind == .objects }

  /// Which pair of mask words the property is in.
  var mask: Int { Int(index) / 64 }

  /// The bit of the property in its mask words, in the order of the platform's bytes.
  var wordBit: UInt64 { (UInt64(1) << UInt64(index % 64)).littleEndian }
}
