import ArmatureModel

extension OrderedIndex {
  /// A range of entries of the index.
  struct Slice {
    let start: Place
    let end: Place
    /// The number of entries.
    let count: Int
  }

  /// The slice of all entries.
  var all: Slice { slice((0, 0), (chunks.count, 0)) }

  /// Returns the slice between bounds.
  func slice(_ range: IndexRange) -> Slice {
    let depth = range.prefix.count
    let start = place { entry in
      let order = order(of: entry, to: range.prefix)
      if order != .same { return order == .descending }
      if range.isAbsent { return true }
      guard let word = word(of: entry, depth) else { return false }
      guard let bound = range.lower else { return true }
      let found = keys[depth].order(of: object(of: entry), word, to: bound)
      return found == .descending || found == .same && range.includesLower
    }
    let end = place { entry in
      let order = order(of: entry, to: range.prefix)
      if order != .same { return order == .descending }
      guard let word = word(of: entry, depth) else { return false }
      if range.isAbsent { return true }
      guard let bound = range.upper else { return false }
      let found = keys[depth].order(of: object(of: entry), word, to: bound)
      if range.isPrefix {
        return found == .descending && !keys[depth].hasPrefix(object(of: entry), bound)
      }
      return found == .descending || found == .same && !range.includesUpper
    }
    return slice(start, end)
  }

  private func slice(_ start: Place, _ end: Place) -> Slice {
    if start > end { return Slice(start: start, end: start, count: 0) }
    let whole = counts[start.chunk..<end.chunk].reduce(0, +)
    return Slice(start: start, end: end, count: whole - start.offset + end.offset)
  }

  /// Returns the word of one of the keys of an entry; `nil` if the object has no value for this key.
  private func word(of entry: Entry, _ depth: Int) -> UInt64? {
    depth == 0
      ? entry.isPresent ? entry.word : nil : object(of: entry).flatMap(keys[depth].word)
  }

  /// Returns the order of an entry relative to values of its first keys.
  private func order(of entry: Entry, to values: [IndexBound]) -> ValueOrder {
    for (depth, bound) in values.enumerated() {
      guard let word = word(of: entry, depth) else { return .ascending }
      let order = keys[depth].order(of: object(of: entry), word, to: bound)
      if order != .same { return order }
    }
    return .same
  }

  /// Appends the objects of a slice to a list, in the order of the index.
  func append(_ slice: Slice, to handles: inout ContiguousArray<Handle>) {
    handles.reserveCapacity(handles.count + slice.count)
    forEach(slice.start, slice.end) {
      handles.append($0.handle)
      return true
    }
  }

  /// Visits the entries between two places until a visit returns `false`. In this case, returns `false` too.
  @discardableResult private func forEach(
    _ start: Place, _ end: Place, _ visit: (Entry) -> Bool
  ) -> Bool {
    var (chunk, offset) = start
    while (chunk, offset) < end {
      let last = chunk == end.chunk ? end.offset : counts[chunk]
      for entry in chunks[chunk][offset..<last] where !visit(entry) { return false }
      (chunk, offset) = (chunk + 1, 0)
    }
    return true
  }
}

/// Walking along the index in its order or in reverse.
extension OrderedIndex {
  /// Visits the entries of a slice, one run after the other. A run is a series of entries that have equal values in the
  /// first keys. The runs are visited in ascending or descending order, and the entries of a run always in the order of
  /// the index.
  ///
  /// - Parameters:
  ///   - skipped: The maximum number of entries that may be skipped at the start.
  ///   - visit: A closure that receives an entry, whether the entry starts a run, and the number of skipped entries. If
  ///     it returns `false`, the walk ends.
  /// - Returns: The number of skipped entries. Only whole runs are skipped.
  func walk(
    _ slice: Slice, by keyCount: Int, isAscending: Bool, skipping skipped: Int,
    _ visit: (_ entry: Entry, _ isStart: Bool, _ skipped: Int) -> Bool
  ) -> Int {
    if skipped >= slice.count { return slice.count }
    if slice.count == 0 { return 0 }
    let first = place(
      rank(of: slice.start) + (isAscending ? skipped : slice.count - 1 - skipped))
    var run = run(around: first, by: keyCount, in: slice)
    let left =
      isAscending
      ? rank(of: run.start) - rank(of: slice.start) : rank(of: slice.end) - rank(of: run.end)
    while true {
      var isStart = true
      let goesOn = forEach(run.start, run.end) { entry in
        defer { isStart = false }
        return visit(entry, isStart, left)
      }
      if !goesOn { return left }
      if isAscending {
        guard run.end < slice.end else { return left }
        run = self.run(around: run.end, by: keyCount, in: slice)
      } else {
        guard slice.start < run.start else { return left }
        run = self.run(around: before(run.start), by: keyCount, in: slice)
      }
    }
  }

  /// Returns the run that contains the entry at a place. A run consists of the entries of a slice with equal values in
  /// the first keys.
  private func run(
    around middle: Place, by keyCount: Int, in slice: Slice
  ) -> (start: Place, end: Place) {
    let entry = chunks[middle.chunk][middle.offset]
    let object = object(of: entry)
    let start = place { order(of: $0, to: entry, object, by: keyCount) != .ascending }
    let end = place { order(of: $0, to: entry, object, by: keyCount) == .descending }
    return (
      start < slice.start ? slice.start : start, end > slice.end ? slice.end : end
    )
  }

  /// Returns the number of entries before a place.
  private func rank(of place: Place) -> Int {
    counts[..<place.chunk].reduce(0, +) + place.offset
  }

  /// Returns the place with a number of entries before it.
  private func place(_ rank: Int) -> Place {
    var rest = rank
    for (chunk, count) in counts.enumerated() {
      if rest < count { return (chunk, rest) }
      rest -= count
    }
    return (chunks.count, 0)
  }

  /// Returns the place of the previous entry.
  private func before(_ place: Place) -> Place {
    place.offset > 0
      ? (place.chunk, place.offset - 1) : (place.chunk - 1, counts[place.chunk - 1] - 1)
  }
}
