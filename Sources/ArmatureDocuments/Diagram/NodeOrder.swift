/// Orders the nodes of columns so that few lines cross.
struct NodeOrder {
  private var columns: LayeredColumns
  /// The position of each node in its column.
  private var places: [Int]
  /// The neighbours of each node in the previous and in the next column.
  private let before: [[Int]]
  private let after: [[Int]]

  /// Reorders columns; returns the number of crossings.
  static func improve(_ columns: inout LayeredColumns) -> Int {
    var order = NodeOrder(columns)
    let crossings = order.improve()
    columns = order.columns
    return crossings
  }

  private init(_ columns: LayeredColumns) {
    self.columns = columns
    places = columns.boxOfNode.map { _ in 0 }
    before = columns.piecesBefore.map { $0.map { columns.pieces[$0].left } }
    after = columns.piecesAfter.map { $0.map { columns.pieces[$0].right } }
    spread()
  }

  /// Orders nodes by a depth-first search.
  private mutating func spread() {
    var isSeen = places.map { _ in false }
    var result = columns.columns.map { _ in [Int]() }
    for start in columns.columns.joined() where !isSeen[start] {
      var stack = [start]
      while let node = stack.popLast() {
        if isSeen[node] { continue }
        isSeen[node] = true
        result[columns.columnOfNode[node]].append(node)
        stack += (before[node] + after[node]).reversed().filter { !isSeen[$0] }
      }
    }
    columns.columns = result
    for index in result.indices { number(index) }
  }

  private mutating func number(_ column: Int) {
    for (place, node) in columns.columns[column].enumerated() { places[node] = place }
  }

  private mutating func improve() -> Int {
    var best = columns.columns
    var fewest = crossings()
    var failures = 0
    // Large graphs get fewer rounds, so that the time stays proportional to their size.
    let patience = max(2, min(8, 6_000 / (columns.pieces.count + 1)))
    for round in 0..<5 * patience where fewest > 0 && failures < patience {
      sweep(isForward: round % 2 == 0, usesMedian: round / 2 % 2 == 1)
      for _ in 0..<patience { if !transpose() { break } }
      let count = crossings()
      failures = count < fewest ? 0 : failures + 1
      if count < fewest { (fewest, best) = (count, columns.columns) }
    }
    columns.columns = best
    return fewest
  }

  /// Sorts each column by the positions of its nodes' neighbors in the previous column, or in the next column.
  private mutating func sweep(isForward: Bool, usesMedian: Bool) {
    let indices = columns.columns.indices
    for column in isForward ? Array(indices.dropFirst()) : indices.dropLast().reversed() {
      let nodes = columns.columns[column]
      let keys = nodes.map { node in
        let places = (isForward ? before : after)[node].map { self.places[$0] }.sorted()
        return places.isEmpty ? nil : usesMedian ? places.median : places.mean
      }
      // Nodes without neighbours keep their positions; the others are sorted around them.
      let movable = keys.indices.filter { keys[$0] != nil }
      let sorted = movable.sorted { (keys[$0] ?? 0, $0) < (keys[$1] ?? 0, $1) }
      for (place, index) in zip(movable, sorted) { columns.columns[column][place] = nodes[index] }
      number(column)
    }
  }

  /// Swaps adjacent nodes wherever this saves a crossing.
  private mutating func transpose() -> Bool {
    var hasChanged = false
    for column in columns.columns.indices {
      for place in columns.columns[column].indices.dropLast() {
        let (upper, lower) = (columns.columns[column][place], columns.columns[column][place + 1])
        let gain =
          inversions(before[upper], before[lower]) + inversions(after[upper], after[lower])
        if gain > 0 {
          columns.columns[column].swapAt(place, place + 1)
          (places[upper], places[lower]) = (place + 1, place)
          hasChanged = true
        }
      }
    }
    return hasChanged
  }

  /// Returns the number of crossings that a swap of two nodes saves.
  private func inversions(_ upper: [Int], _ lower: [Int]) -> Int {
    var gain = 0
    for first in upper {
      for second in lower { gain += (places[first] - places[second]).signum() }
    }
    return gain
  }

  private func crossings() -> Int {
    columns.columns.indices.dropLast().reduce(0) { $0 + crossings(behind: $1) }
  }

  /// Returns the number of crossings between a column and the next column. Two lines cross if their ends are in the
  /// opposite order.
  private func crossings(behind column: Int) -> Int {
    var counts = [Int](repeating: 0, count: columns.columns[column + 1].count + 1)
    var (crossings, total) = (0, 0)
    for node in columns.columns[column] {
      let ends = after[node].map { places[$0] }
      for end in ends { crossings += total - Self.sum(counts, through: end) }
      for end in ends { Self.add(&counts, at: end) }
      total += ends.count
    }
    return crossings
  }

  // A Fenwick tree: prefix sums in logarithmic time.

  private static func sum(_ counts: [Int], through place: Int) -> Int {
    var (sum, index) = (0, place + 1)
    while index > 0 {
      sum += counts[index]
      index &= index - 1
    }
    return sum
  }

  private static func add(_ counts: inout [Int], at place: Int) {
    var index = place + 1
    while index < counts.count {
      counts[index] += 1
      index += index & -index
    }
  }
}

extension [Int] {
  fileprivate var mean: Double { Double(reduce(0, +)) / Double(count) }

  /// The median of sorted numbers.
  fileprivate var median: Double {
    Double(self[(count - 1) / 2] + self[count / 2]) / 2
  }
}
