import ArmatureModel

/// Sorts the objects that a request finds: the keys are read once, then words are sorted.
///
/// Objects are sorted by the first key; those that agree in it by the next one, as far as they are
/// needed; those that agree in all stay in their order. Texts with the same word are sorted by words of
/// the bytes behind the start that they have in common, and so on.
struct FetchSort {
  private var columns: [SortColumn]
  /// The positions of the objects, in the order so far.
  private var positions: ContiguousArray<UInt32>
  private let needed: Range<Int>

  /// Sorts some objects; of the result only a range need be right.
  static func sort(
    _ handles: ContiguousArray<Handle>, by request: FetchRequest, _ graph: ObjectGraph,
    needed: Range<Int>
  ) -> ContiguousArray<Handle> {
    if handles.count < 2 || needed.isEmpty { return handles }
    let objects = handles.map { graph.anyObject($0) }
    let reader = SortKeyReader(request, graph)
    var sort = FetchSort(
      columns: request.orders.map { reader.column($0, of: objects) }, count: handles.count,
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

  /// Sorts a range of positions, whose objects agree in the columns before.
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

  /// Sorts a range of positions by the words that they have in a column.
  ///
  /// - Parameters:
  ///   - isExact: Whether keys with the same word are the same.
  ///   - prefix: How many bytes texts have in common.
  ///   - level: How many words texts have been sorted by before.
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

  /// Moves positions without a value to the start of a range, or to its end, and returns the rest.
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

  /// The most texts that are compared with each other, and the most words by which more texts are sorted first.
  private static let (fewTexts, mostWords) = (24, 32)

  /// Sorts a range whose keys begin alike.
  private mutating func refine(
    _ range: Range<Int>, by index: Int, behind prefix: Int, _ level: Int
  ) {
    // Words that only tell zeros from the end of a text lead nowhere.
    if range.count > Self.fewTexts, level < Self.mostWords,
      let made = columns[index].setWords(of: positions[range], from: prefix),
      made.isExact || made.prefix > prefix
    {
      sortWords(range, by: index, isExact: made.isExact, behind: made.prefix, level)
    } else {
      sortByComparing(range, by: index)
    }
  }

  /// Sorts a range whose keys begin alike by all of their values.
  private mutating func sortByComparing(_ range: Range<Int>, by index: Int) {
    let column = columns[index]
    let first = positions[range.lowerBound]
    if range.dropFirst().allSatisfy({ column.compare(first, positions[$0]) == .same }) {
      return sort(range, by: index + 1)
    }
    let wanted: ValueOrder = column.isAscending ? .ascending : .descending
    positions[range].sort { left, right in
      let order = column.compare(left, right)
      // Equal ones stay in their order, which is that of the positions.
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
