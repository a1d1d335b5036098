import ArmatureModel

/// A hash table from the names of properties to their entries. It finds nearly every name with a single comparison.
///
/// The hash of a name determines its preferred place. The table grows until every name is at its preferred place, or
/// until it has a size of 64 KB. A name whose place is already taken is at the next free place, and only the slow path
/// searches there.
///
/// The first entry is always empty. A fault has a mask of 0, which leads every name to this entry, so each access of a
/// fault takes the slow path. The address of the entity's shape is stored before the entries.
struct PropertyTable {
  let entries: UnsafeMutablePointer<PropertyEntry.Fields>
  /// Masks a hash to the offset of an entry in bytes.
  let mask: UInt32
  /// The names by position, behind a pointer that never changes. This needs no retains and no exclusivity checks.
  private let names: UnsafeMutableBufferPointer<Name>

  private struct Name {
    let words: ShortWords
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
      // A copy, so that short text on the heap is stored inline.
      words = ShortWords(String(decoding: text.utf8, as: UTF8.self)) ?? .none
      bytes = .copy(of: Array(text.utf8))
    }
  }

  private static let stride = MemoryLayout<PropertyEntry.Fields>.stride
  private static let ordinaryCapacity = 4096

  /// - Parameters:
  ///   - places: The places of the names, indexed by the positions of the names.
  ///   - aliases: Additional keys of places, which only the fast paths use.
  /// - Precondition: There are at most 10,000 names. No name is empty, and no two names have the same hash. The
  ///   validation of a model makes sure of this.
  init(names texts: [String], places: [RowPlace], aliases: [(key: UInt64, place: RowPlace)] = []) {
    let made = zip(texts, places).map { text, place in
      PropertyEntry.Fields(key: text.withPropertyName { $0.key(place.kind) }, place)
    }
    let all = made + aliases.map { PropertyEntry.Fields(key: $0.key, $0.place) }
    let capacity = Self.bestCapacity(all.map(\.key))
    mask = UInt32((capacity - 1) * Self.stride)
    // One more entry, before the others, for the address of the shape.
    entries = UnsafeMutablePointer<PropertyEntry.Fields>.allocate(capacity: capacity + 1) + 1
    entries.initialize(repeating: .empty, count: capacity)
    names = .copy(of: texts.map(Name.init))
    for entry in all {
      var place = Int(truncatingIfNeeded: entry.key) & Int(mask)
      while place == 0 || !self.entry(at: place).isEmpty {
        place = (place + Self.stride) & Int(mask)
      }
      self.entry(at: place).fields.initialize(to: entry)
    }
  }

  /// Creates a table of names without places, for looking up their index.
  init(names: [String]) {
    self.init(
      names: names,
      places: names.indices.map { RowPlace(word: 0, index: $0, kind: .converted) })
  }

  func deallocate() {
    for name in names { name.bytes.free() }
    names.free()
    (entries - 1).deallocate()
  }

  /// Returns the least capacity without collisions or the one with the fewest.
  private static func bestCapacity(_ keys: [UInt64]) -> Int {
    var capacity = 8
    while capacity < keys.count * 4 { capacity *= 2 }
    let greatest = max(ordinaryCapacity, capacity * 2)
    var best = (capacity: capacity, collisions: Int.max)
    while capacity <= greatest {
      var taken = [Bool](repeating: false, count: capacity)
      taken[0] = true
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

  private func entry(at place: Int) -> PropertyEntry {
    PropertyEntry(entries, at: place)
  }

  /// Returns the entry of a name. All bytes are compared, so a crafted name cannot match another name.
  func find(_ name: PropertyName) -> PropertyEntry? {
    var place = Int(truncatingIfNeeded: name.hash) & Int(mask)
    while true {
      let entry = entry(at: place)
      if entry.isEmpty && place != 0 { return nil }
      if name.key(entry.place.kind) == entry.key,
        !entry.isEmpty, isNamed(names[Int(entry.place.index)].bytes, name)
      {
        return entry
      }
      place = (place + Self.stride) & Int(mask)
    }
  }

  /// Returns the entry of a dynamic name. This takes 5 ns for a name of at most fifteen ASCII characters.
  @inline(__always) func find(_ text: String) -> PropertyEntry? {
    if let words = ShortWords(text) {
      let entry = entry(at: Int(truncatingIfNeeded: words.hash) & Int(mask))
      // Equal words mean equal texts. Texts with different words may still be equal: the slow path decides.
      if !entry.isEmpty, words == names[Int(entry.place.index)].words {
        return entry
      }
    }
    return findBytes(of: text)
  }

  @inline(never) private func findBytes(
    of text: String
  ) -> PropertyEntry? {
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

/// The two words with which Swift represents a short ASCII text: fifteen bytes, and then the kind and the length.
private struct ShortWords: Equatable {
  private let first: UInt64
  private let last: UInt64

  /// A value that represents no text.
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

  /// The hash of the name as a ``PropertyName``.
  @inline(__always) var hash: UInt64 {
    let count = last >> 56 & 0xF
    let rest = last & 0x00FF_FFFF_FFFF_FFFF
    return count < 8
      ? PropertyName.hash(count: count, rest: first)
      : PropertyName.hash(count: count, first: first, rest: rest)
  }
}
