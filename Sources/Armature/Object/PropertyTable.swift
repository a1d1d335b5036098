import ArmatureModel

/// One property in the table of an entity: how to find it and where its value lies.
///
/// Sixteen bytes, so that a masked hash is the distance of an entry in bytes.
@frozen public struct PropertyEntry {
  /// The hash of the name with the kind in its upper bits; `UInt64.max` where the place is empty.
  ///
  /// One compare so tells that both name and type are those asked for.
  @usableFromInline let key: UInt64
  /// Both places in a row, in one word, so that an access loads them at once.
  @usableFromInline let places: UInt32
  /// The position of the property in its entity.
  @usableFromInline let slot: UInt16
  /// The bit of the property in both bytes.
  @usableFromInline let bit: UInt8
  /// How the value is kept: the raw value of a `StorageKind`.
  @usableFromInline let kind: UInt8

  /// - Parameters:
  ///   - bit: The bit of the property in its mask words.
  ///   - maskWord: Where the change mask lies, in units of eight bytes; the presence mask follows.
  init(hash: UInt64, bit: UInt64, word: UInt16, maskWord: UInt16, slot: UInt16, kind: UInt8) {
    // Mask words are looked at as bytes here, in the order of the platform.
    let index = UInt16(truncatingIfNeeded: bit.littleEndian.trailingZeroBitCount)
    key = Self.key(hash, StorageKind(rawValue: kind))
    places = UInt32(word) | UInt32((maskWord + 1) * 8 + index / 8 % 8) << 16
    self.slot = slot
    self.bit = bit == 0 ? 0 : 1 << UInt8(bit.trailingZeroBitCount % 8)
    self.kind = kind
  }

  /// The same property under another key.
  init(_ entry: PropertyEntry, key: UInt64) {
    self.key = key
    places = entry.places
    slot = entry.slot
    bit = entry.bit
    kind = entry.kind
  }

  private init(emptyKey: UInt64) {
    key = emptyKey
    places = 0
    slot = 0
    bit = 0
    kind = 0
  }

  /// Where the value lies in a row, in bytes.
  @inlinable @inline(__always) var offset: Int { Int(places & 0xFFFF) &<< 3 }
  /// The byte of a row that holds the presence bit; that of the change bit lies eight bytes before.
  @inlinable @inline(__always) var presentByte: Int { Int(places &>> 16) }

  static var empty: PropertyEntry { PropertyEntry(emptyKey: .max) }

  var isEmpty: Bool { key == .max }

  /// What the entry of a property of a kind has as its key.
  @inlinable @inline(__always) static func key(_ hash: UInt64, _ kind: StorageKind) -> UInt64 {
    hash ^ UInt64(truncatingIfNeeded: kind.rawValue) &<< 56
  }
}

/// A table from names to entries that finds nearly every name with one compare.
///
/// The place of a name is its masked hash. Tables grow until every name lies at its own place, to at
/// most 64 KB for ordinary entities. A name whose place is taken lies in the next free one, and only
/// the slow path looks there.
struct PropertyTable {
  let entries: UnsafeMutablePointer<PropertyEntry>
  /// Masks a hash to the distance of an entry in bytes.
  let mask: UInt32
  /// The names by slot, behind a pointer that never changes: no retains, no exclusivity checks.
  private let names: UnsafeMutableBufferPointer<Name>

  private struct Name {
    let words: ShortWords
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
      // A copy, so that short text that lies on the heap is kept in place.
      words = ShortWords(String(decoding: text.utf8, as: UTF8.self)) ?? .none
      bytes = .copy(of: Array(text.utf8))
    }
  }

  private static let stride = MemoryLayout<PropertyEntry>.stride
  private static let ordinaryCapacity = 4096

  /// - Parameter aliases: Further keys of slots, by which only fast paths look them up.
  /// - Precondition: at most 10,000 names, none of them empty or double; models are checked for it.
  init(
    names texts: [String], aliases: [(key: UInt64, slot: Int)] = [],
    makeEntry: (_ slot: Int, _ hash: UInt64) -> PropertyEntry
  ) {
    let made = texts.enumerated().map { makeEntry($0, $1.withPropertyName(\.hash)) }
    let all = made + aliases.map { PropertyEntry(made[$0.slot], key: $0.key) }
    let capacity = Self.bestCapacity(all.map(\.key))
    mask = UInt32((capacity - 1) * Self.stride)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: .empty, count: capacity)
    names = .copy(of: texts.map(Name.init))
    for entry in all {
      var place = Int(truncatingIfNeeded: entry.key) & Int(mask)
      while !self.entry(at: place).pointee.isEmpty { place = (place + Self.stride) & Int(mask) }
      self.entry(at: place).initialize(to: entry)
    }
  }

  func deallocate() {
    for name in names { name.bytes.free() }
    names.free()
    entries.deallocate()
  }

  /// The least capacity in which no two keys have the same place, or the one with the fewest.
  private static func bestCapacity(_ keys: [UInt64]) -> Int {
    var capacity = 8
    while capacity < keys.count * 4 { capacity *= 2 }
    let greatest = max(ordinaryCapacity, capacity * 2)
    var best = (capacity: capacity, collisions: Int.max)
    while capacity <= greatest {
      var taken = [Bool](repeating: false, count: capacity)
      var collisions = 0
      for key in keys {
        let place = Int(truncatingIfNeeded: key / UInt64(stride)) & (capacity - 1)
        if taken[place] { collisions += 1 }
        taken[place] = true
      }
      if collisions < best.collisions { best = (capacity, collisions) }
      if collisions == 0 { break }
      capacity *= 2
    }
    return best.capacity
  }

  private func entry(at place: Int) -> UnsafeMutablePointer<PropertyEntry> {
    (UnsafeMutableRawPointer(entries) + place).assumingMemoryBound(to: PropertyEntry.self)
  }

  /// The entry of a name; compares all bytes, so hostile names cannot pose as others.
  func find(_ name: PropertyName) -> UnsafeMutablePointer<PropertyEntry>? {
    var place = Int(truncatingIfNeeded: name.hash) & Int(mask)
    while true {
      let entry = entry(at: place)
      if entry.pointee.isEmpty { return nil }
      if PropertyEntry.key(name.hash, StorageKind(rawValue: entry.pointee.kind))
        == entry.pointee.key, isNamed(names[Int(entry.pointee.slot)].bytes, name)
      {
        return entry
      }
      place = (place + Self.stride) & Int(mask)
    }
  }

  /// The entry of a name of run time, in 5 ns for one of at most fifteen ASCII characters.
  @inline(__always) func find(_ text: String) -> UnsafeMutablePointer<PropertyEntry>? {
    if let words = ShortWords(text) {
      let entry = entry(at: Int(truncatingIfNeeded: words.hash) & Int(mask))
      // Equal words are equal texts. Unequal ones may be, and are left to the other way.
      if !entry.pointee.isEmpty, words == names[Int(entry.pointee.slot)].words {
        return entry
      }
    }
    return findBytes(of: text)
  }

  @inline(never) private func findBytes(
    of text: String
  ) -> UnsafeMutablePointer<PropertyEntry>? {
    text.withPropertyName(find)
  }

  @inline(__always) private func isNamed(
    _ text: UnsafeMutableBufferPointer<UInt8>, _ name: PropertyName
  ) -> Bool {
    guard text.count == name.count else { return false }
    var offset = 0
    while offset + 8 <= name.count {
      let word = name.start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let own = UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != own { return false }
      offset += 8
    }
    while offset < name.count {
      if text[offset] != name.start.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}

/// The two words in which Swift keeps a short ASCII text: fifteen bytes, then the kind and length.
private struct ShortWords: Equatable {
  private let first: UInt64
  private let last: UInt64

  /// What no text has.
  static let none = ShortWords(first: 0, last: 0)

  private init(first: UInt64, last: UInt64) {
    self.first = first
    self.last = last
  }

  @inline(__always) init?(_ text: String) {
    guard MemoryLayout<String>.size == 16 else { return nil }
    (first, last) = unsafeBitCast(text, to: (UInt64, UInt64).self)
    guard last >> 60 == 0xE else { return nil }
  }

  /// The hash that the name has as a ``PropertyName``.
  @inline(__always) var hash: UInt64 {
    let count = last >> 56 & 0xF
    let rest = last & 0x00FF_FFFF_FFFF_FFFF
    return count < 8
      ? PropertyName.hash(count: count, rest: first)
      : PropertyName.hash(count: count, first: first, rest: rest)
  }
}
