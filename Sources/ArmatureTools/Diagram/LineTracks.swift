/// The vertical parts of the lines between two columns: which stands left of which.
///
/// Two lines whose ends have the same order on both sides do not cross, and others cross once: of lines
/// that lead down, the lowest turns first, of those that lead up, the highest.
struct LineTracks {
  /// The track of each item, counted from the left; `nil` for one that is straight.
  private(set) var tracks: [Int?]
  /// How many tracks there are.
  let count: Int

  /// A line, or several that start in one point and lead in one direction.
  struct Item {
    /// Where it leaves the left column.
    let start: Int
    /// Where it reaches the right column, or the left one again.
    let ends: [Int]
    /// Whether it leads back to the left column.
    let isLoop: Bool
    let low: Int
    let high: Int

    init(start: Int, ends: [Int], isLoop: Bool = false) {
      (self.start, self.ends, self.isLoop) = (start, ends, isLoop)
      low = min(start, ends.min() ?? start)
      high = max(start, ends.max() ?? start)
    }

    var isStraight: Bool { low == high }
    var leadsDown: Bool { high > start }

    /// Whether the vertical parts of two items would touch on one track.
    func meets(_ other: Item) -> Bool {
      low - LineTracks.distance < other.high && other.low - LineTracks.distance < high
    }
  }

  /// How far apart two vertical parts on one track are at least.
  static let distance = 6

  /// - Complexity: O(*n* log *n*) for *n* ends, and some moving of numbers in arrays.
  init(_ items: [Item]) {
    tracks = items.map { _ in nil }
    var skyline = Skyline()
    // Lines that lead back to their box turn before all others.
    for areLoops in [true, false] {
      let turning = items.indices.filter {
        !items[$0].isStraight && items[$0].isLoop == areLoops
      }
      for item in TurnOrder.order(turning, of: items) {
        let (low, high) = (items[item].low, items[item].high)
        let track = skyline.top(from: low - Self.distance + 1, to: high + Self.distance - 1) + 1
        skyline.raise(from: low, to: high, to: track)
        tracks[item] = track
      }
    }
    count = skyline.top + 1
  }
}
