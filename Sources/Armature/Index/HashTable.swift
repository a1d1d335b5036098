/// A hash table of numbers, with open addressing and linear probing.
///
/// The keys are stored elsewhere, and the caller compares them. Each entry takes eight bytes.
struct HashTable {
  private struct Entry {
    var hash: UInt32
    /// 0 for an empty entry.
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

  /// Returns the place of the first number that has a hash and satisfies a condition.
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

  /// Returns whether the preferred place of a hash is empty.
  @inline(__always) func isFree(_ hash: UInt32) -> Bool {
    entries[Int(hash) & (entries.count - 1)].number == 0
  }

  /// Adds a number with a new hash if its preferred place is empty.
  @inline(__always) mutating func insertIfFree(_ number: UInt32, _ hash: UInt32) -> Bool {
    guard (count + 1) * 4 <= entries.count * 3, isFree(hash) else { return false }
    entries[Int(hash) & (entries.count - 1)] = Entry(hash: hash, number: number)
    count += 1
    return true
  }

  /// Adds a number, which must not be 0. If a number with the same hash satisfies the condition, the new number is not
  /// added, and the place of the existing one is returned.
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

  /// Removes the entry at a place. The following entries move up, so that no search ends too early.
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
