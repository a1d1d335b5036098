/// The words of one column for some objects, with the positions of the objects.
struct SortEntries {
  struct Entry {
    var word: UInt64
    var position: UInt32
  }

  private(set) var entries: ContiguousArray<Entry>

  /// - Parameter positions: The objects. Objects with the same word keep this order.
  init(_ positions: some Collection<UInt32>, _ column: SortColumn) {
    // A descending order is the ascending order of the complements, in which equal words keep their order.
    let flip = column.isAscending ? 0 : UInt64.max
    entries = []
    entries.reserveCapacity(positions.count)
    for position in positions {
      entries.append(Entry(word: column.words[Int(position)] ^ flip, position: position))
    }
  }

  /// Sorts by the words; equal ones keep the order of their positions.
  mutating func sort() {
    if entries.count < 512 {
      entries.sort {
        $0.word < $1.word || ($0.word == $1.word && $0.position < $1.position)
      }
    } else {
      sortByDigits()
    }
  }

  /// Sorts the entries by eleven bits at a time, the least significant first. Digits with the same value in all words
  /// are skipped.
  private mutating func sortByDigits() {
    let differing = entries.reduce(0) { $0 | ($1.word ^ entries[0].word) }
    var target = entries
    for shift in stride(from: UInt64(0), to: 64, by: 11) where differing >> shift & 0x7FF != 0 {
      var places = [Int](repeating: 0, count: 2048)
      for entry in entries { places[Int(entry.word >> shift & 0x7FF)] += 1 }
      var next = 0
      for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
      entries.withUnsafeBufferPointer { entries in
        target.withUnsafeMutableBufferPointer { target in
          places.withUnsafeMutableBufferPointer { places in
            for entry in entries {
              let digit = Int(entry.word >> shift & 0x7FF)
              target[places[digit]] = entry
              places[digit] += 1
            }
          }
        }
      }
      swap(&entries, &target)
    }
  }

  /// Visits each range of entries with the same word.
  func forEachRun(_ visit: (Range<Int>) -> Void) {
    var start = 0
    for place in 1...entries.count {
      if place < entries.count, entries[place].word == entries[start].word { continue }
      visit(start..<place)
      start = place
    }
  }
}
