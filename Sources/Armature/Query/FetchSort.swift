import ArmatureModel

/// Sorts the objects of a request.
///
/// To make comparisons fast, the sort turns the sort key of each object into a 64-bit word, and then compares only
/// these words. If two objects have the same first key, the sort continues with their next key. If all keys are equal,
/// the objects keep their order.
///
/// A word contains only the first bytes of a string. If different strings have the same word, the sort continues with
/// the bytes after their common prefix.
struct FetchSort {
  private var columns: [SortColumn]
  /// The positions of the objects, in the order so far.
  private var positions: ContiguousArray<UInt32>
  private let needed: Range<Int>

  /// Sorts some objects; only a range of the result needs to be correct.
  static func sort(
    _ handles: ContiguousArray<Handle>, by request: FetchRequest, _ graph: ObjectGraph,
    needed: Range<Int>
  ) -> ContiguousArray<Handle> {
    if handles.count < 2 || needed.isEmpty { return handles }
    let objects = handles.map { graph.anyObject($0) }
    let reader = SortKeyReader(request, graph)
    var sort = FetchSort(
      columns: request.orderedBy.map { reader.column($0, of: objects) }, count: handles.count,
      needed: needed)
    sort.sort(0..<handles.count, by: 0)
    return withExtendedLifetime(objects) {
      ContiguousArray(sort.positions.map { handles[Int($0)] })
    }
  }

  private init(columns: [SortColumn], count: Int, needed: Range<Int>) {
    self.columns = columns
    positions = ContiguousArray(0..<UInt32(count))
    self.needed = needed
  }

  /// Sorts a range of positions whose objects are equal in the previous columns.
  private mutating func sort(_ range: Range<Int>, by index: Int) {
    guard index < columns.count, range.count > 1, range.overlaps(needed) else { return }
    let present = putAbsentAside(range, columns[index])
    let absent =
      columns[index].isAscending
      ? range.lowerBound..<present.lowerBound : present.upperBound..<range.upperBound
    sort(absent, by: index + 1)
    guard present.count > 1, present.overlaps(needed) else { return }
    sortWords(
      present, by: index, isExact: columns[index].isExact, behind: columns[index].prefix, 0)
  }

  /// Sorts a range of positions by their words in a column.
  ///
  /// - Parameters:
  ///   - isExact: True if keys with the same word are equal.
  ///   - prefix: The number of bytes that strings have in common.
  ///   - level: The number of words already used for sorting strings.
  private mutating func sortWords(
    _ range: Range<Int>, by index: Int, isExact: Bool, behind prefix: Int, _ level: Int
  ) {
    var entries = SortEntries(positions[range], columns[index])
    entries.sort()
    for (place, entry) in zip(range, entries.entries) { positions[place] = entry.position }
    entries.forEachRun { run in
      let run = range.lowerBound + run.lowerBound..<range.lowerBound + run.upperBound
      guard run.overlaps(needed) else { return }
      if isExact {
        sort(run, by: index + 1)
      } else if run.count > 1 {
        refine(run, by: index, behind: prefix, level + 1)
      }
    }
  }

  /// Moves positions without a value to the start or end of a range and returns the rest.
  private mutating func putAbsentAside(_ range: Range<Int>, _ column: SortColumn) -> Range<Int> {
    guard let isPresent = column.isPresent else { return range }
    let absent = range.map { positions[$0] }.filter { !isPresent[Int($0)] }
    if absent.isEmpty { return range }
    let present = range.map { positions[$0] }.filter { isPresent[Int($0)] }
    positions.replaceSubrange(range, with: column.isAscending ? absent + present : present + absent)
    return column.isAscending
      ? range.lowerBound + absent.count..<range.upperBound
      : range.lowerBound..<range.lowerBound + present.count
  }

  /// The maximum number of strings for direct comparison, and the maximum number of words for sorting more strings.
  private static let (fewTexts, mostWords) = (24, 32)

  /// Sorts a range of keys with a common start.
  private mutating func refine(
    _ range: Range<Int>, by index: Int, behind prefix: Int, _ level: Int
  ) {
    // Words that only distinguish zero bytes from the end of a string do not help.
    if range.count > Self.fewTexts, level < Self.mostWords,
      let made = columns[index].setWords(of: positions[range], from: prefix),
      made.isExact || made.prefix > prefix
    {
      sortWords(range, by: index, isExact: made.isExact, behind: made.prefix, level)
    } else {
      sortByComparing(range, by: index)
    }
  }

  /// Sorts a range of keys with a common start by their complete values.
  private mutating func sortByComparing(_ range: Range<Int>, by index: Int) {
    let column = columns[index]
    let first = positions[range.lowerBound]
    if range.dropFirst().allSatisfy({ column.compare(first, positions[$0]) == .same }) {
      return sort(range, by: index + 1)
    }
    let wanted: ValueOrder = column.isAscending ? .ascending : .descending
    positions[range].sort { left, right in
      let order = column.compare(left, right)
      // Equal keys stay in the order of the positions.
      return order == wanted || order == .same && left < right
    }
    var start = range.lowerBound
    for place in range.dropFirst() + [range.upperBound] {
      if place < range.upperBound,
        column.compare(positions[start], positions[place]) == .same
      {
        continue
      }
      sort(start..<place, by: index + 1)
      start = place
    }
  }
}
