import ArmatureModel

/// One property in the table of an entity: how to find it and where its value lies.
@frozen public struct PropertyEntry {
  /// The hash of the name; `UInt64.max` where the place is empty.
  @usableFromInline var hash: UInt64
  /// The bit of the property in the mask words of a row.
  @usableFromInline var bit: UInt64
  /// Where the value lies in a row, in units of eight bytes.
  @usableFromInline var word: UInt16
  /// Where the word of the change mask lies; that of the presence mask follows it.
  @usableFromInline var maskWord: UInt16
  /// The position of the property in its entity.
  @usableFromInline var slot: UInt16
  /// How the value is kept: the raw value of a `StorageKind`.
  @usableFromInline var kind: UInt8

  static var empty: PropertyEntry {
    PropertyEntry(hash: .max, bit: 0, word: 0, maskWord: 0, slot: 0, kind: 0)
  }
}

/// A table from names to entries that finds nearly every name with one compare.
///
/// The place of a name is a window of bits of its hash; building tries all windows and keeps the one
/// with the fewest collisions, so that for ordinary entities there are none. A name whose place is
/// taken lies in the next free one, and only the slow path looks there.
struct PropertyTable {
  let entries: UnsafeMutablePointer<PropertyEntry>
  let mask: UInt16
  let shift: UInt16
  private let names: [String]

  /// - Precondition: at most 10,000 names, none of them empty or double; models are checked for it.
  init(names: [String], makeEntry: (_ slot: Int, _ hash: UInt64) -> PropertyEntry) {
    self.names = names
    let hashes = names.map { $0.withPropertyName(\.hash) }
    var capacity = 8
    while capacity < names.count * 8 && capacity < 1 << 16 { capacity *= 2 }
    shift = Self.bestShift(hashes, capacity: capacity)
    mask = UInt16(capacity - 1)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: .empty, count: capacity)
    for (slot, hash) in hashes.enumerated() {
      var place = Int((hash >> UInt64(shift)) & UInt64(mask))
      while entries[place].hash != .max { place = (place + 1) & Int(mask) }
      entries[place] = makeEntry(slot, hash)
    }
  }

  func deallocate() { entries.deallocate() }

  private static func bestShift(_ hashes: [UInt64], capacity: Int) -> UInt16 {
    let mask = UInt64(capacity - 1)
    var best = (shift: 0, collisions: Int.max)
    var taken = [Bool](repeating: false, count: capacity)
    for shift in 0...(64 - capacity.trailingZeroBitCount) {
      for place in taken.indices { taken[place] = false }
      var collisions = 0
      for hash in hashes {
        let place = Int((hash >> UInt64(shift)) & mask)
        if taken[place] { collisions += 1 }
        taken[place] = true
      }
      if collisions < best.collisions { best = (shift, collisions) }
      if collisions == 0 { break }
    }
    return UInt16(best.shift)
  }

  /// The entry of a name; compares all bytes, so hostile names cannot pose as others.
  func find(_ name: PropertyName) -> UnsafeMutablePointer<PropertyEntry>? {
    var place = Int((name.hash >> UInt64(shift)) & UInt64(mask))
    while entries[place].hash != .max {
      if entries[place].hash == name.hash, isNamed(names[Int(entries[place].slot)], name) {
        return entries + place
      }
      place = (place + 1) & Int(mask)
    }
    return nil
  }

  private func isNamed(_ text: String, _ name: PropertyName) -> Bool {
    text.utf8.elementsEqual(UnsafeRawBufferPointer(start: name.start, count: name.count))
  }
}
