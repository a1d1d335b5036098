/// The vertical parts of the lines between two columns: which stands left of which.
///
/// Two lines whose ends have the same order on both sides do not cross, and others cross once: of lines
/// that lead down, the lowest turns first, of those that lead up, the highest.
struct LineTracks {
  /// The track of each item, counted from the left; `nil` for one that is straight.
  private(set) var tracks: [Int?]
  /// How many tracks there are.
  private(set) var count = 0

  /// A line, or several that start in one point and lead in one direction.
  struct Item {
    /// Where it leaves the left column.
    let start: Int
    /// Where it reaches the right column, or the left one again.
    let ends: [Int]
    /// Whether it leads back to the left column.
    var isLoop = false

    var low: Int { min(start, ends.min() ?? start) }
    var high: Int { max(start, ends.max() ?? start) }
    var isStraight: Bool { low == high }
    var leadsDown: Bool { high > start }

    /// Whether the vertical parts of two items would touch on one track.
    func meets(_ other: Item) -> Bool {
      low - LineTracks.distance < other.high && other.low - LineTracks.distance < high
    }

    /// Whether the item must turn before another one that it meets.
    func precedes(_ other: Item) -> Bool {
      if isLoop != other.isLoop { return isLoop }
      // Else a part of this line would lie on one of the other.
      if !other.isLoop, other.ends.contains(where: { abs($0 - start) < LineTracks.distance }) {
        return true
      }
      return leadsDown == other.leadsDown
        && (leadsDown ? start > other.start : start < other.start)
    }
  }

  private static let distance = 6

  init(_ items: [Item]) {
    tracks = items.map { _ in nil }
    let order = items.indices.filter { !items[$0].isStraight }.sorted { first, second in
      let (left, right) = (items[first], items[second])
      if left.leadsDown != right.leadsDown { return left.leadsDown }
      if left.start == right.start { return first < second }
      return left.leadsDown ? left.start > right.start : left.start < right.start
    }
    var successors = items.map { _ in [Int]() }
    var waits = items.map { _ in 0 }
    for first in order {
      for second in order
      where first != second && items[first].meets(items[second])
        && items[first].precedes(items[second])
      {
        successors[first].append(second)
        waits[second] += 1
      }
    }
    var rest = order
    while !rest.isEmpty {
      // Where lines wait for each other, the first one goes: two parts may then lie on one another.
      let position = rest.firstIndex { waits[$0] <= 0 } ?? 0
      let item = rest.remove(at: position)
      let taken = order.compactMap { other in
        items[other].meets(items[item]) ? tracks[other] : nil
      }
      tracks[item] = (taken.max() ?? -1) + 1
      for successor in successors[item] { waits[successor] -= 1 }
    }
    count = (tracks.compactMap { $0 }.max() ?? -1) + 1
  }
}
