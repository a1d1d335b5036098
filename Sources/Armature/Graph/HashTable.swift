/// Numbers by the hashes of what they stand for: open addressing with linear probing.
///
/// What the numbers stand for lies elsewhere, and the caller compares it. Eight bytes per entry.
struct HashTable {
  private struct Entry {
    var hash: UInt32
    /// 0 where there is no entry.
    var number: UInt32
  }

  private var entries: UnsafeMutableBufferPointer<Entry>
  private var count = 0

  init() { entries = Self.makeEntries(16) }

  func deallocate() { entries.deallocate() }

  private static func makeEntries(_ capacity: Int) -> UnsafeMutableBufferPointer<Entry> {
    let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(hash: 0, number: 0))
    return entries
  }

  mutating func removeAll() {
    if count == 0 { return }
    entries.deallocate()
    self = HashTable()
  }

  /// The place of the first number with a hash that suits.
  @inline(__always) func find(_ hash: UInt32, _ suits: (UInt32) -> Bool) -> Int? {
    let mask = entries.count - 1
    var place = Int(hash) & mask
    while entries[place].number != 0 {
      if entries[place].hash == hash, suits(entries[place].number) { return place }
      place = (place + 1) & mask
    }
    return nil
  }

  /// The number at a place that was found.
  subscript(place: Int) -> UInt32 {
    get { entries[place].number }
    nonmutating set { entries[place].number = newValue }
  }

  /// Adds a number, which must not be 0.
  mutating func insert(_ number: UInt32, _ hash: UInt32) {
    _ = insert(number, hash, unless: { _ in false })
  }

  /// Whether the first place that is looked at for a hash has no entry.
  @inline(__always) func isFree(_ hash: UInt32) -> Bool {
    entries[Int(hash) & (entries.count - 1)].number == 0
  }

  /// Adds a number, of which there is none with the same hash, if the first place for it is free.
  @inline(__always) mutating func insertIfFree(_ number: UInt32, _ hash: UInt32) -> Bool {
    guard (count + 1) * 4 <= entries.count * 3, isFree(hash) else { return false }
    entries[Int(hash) & (entries.count - 1)] = Entry(hash: hash, number: number)
    count += 1
    return true
  }

  /// Adds a number, which must not be 0, unless there is one with the hash that suits, whose place is returned then.
  @inline(__always) mutating func insert(
    _ number: UInt32, _ hash: UInt32, unless suits: (UInt32) -> Bool
  ) -> Int? {
    assert(number != 0, "0 stands for no entry.")
    if (count + 1) * 4 > entries.count * 3 { grow() }
    let mask = entries.count - 1
    var place = Int(hash) & mask
    while entries[place].number != 0 {
      if entries[place].hash == hash, suits(entries[place].number) { return place }
      place = (place + 1) & mask
    }
    entries[place] = Entry(hash: hash, number: number)
    count += 1
    return nil
  }

  private static func insert(_ entry: Entry, _ entries: UnsafeMutableBufferPointer<Entry>) {
    let mask = entries.count - 1
    var place = Int(entry.hash) & mask
    while entries[place].number != 0 { place = (place + 1) & mask }
    entries[place] = entry
  }

  private mutating func grow() {
    let larger = Self.makeEntries(entries.count * 2)
    for entry in entries where entry.number != 0 { Self.insert(entry, larger) }
    entries.deallocate()
    entries = larger
  }

  /// Takes out the entry at a place; those behind it move up, so that no search ends too early.
  mutating func remove(at start: Int) {
    count -= 1
    let mask = entries.count - 1
    var place = start
    var next = (place + 1) & mask
    while entries[next].number != 0 {
      let home = Int(entries[next].hash) & mask
      if (next - home) & mask >= (next - place) & mask {
        entries[place] = entries[next]
        place = next
      }
      next = (next + 1) & mask
    }
    entries[place].number = 0
  }
}
