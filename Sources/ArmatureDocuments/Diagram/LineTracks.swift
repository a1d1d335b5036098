/// The horizontal order of the vertical segments between two columns.
///
/// If the ends of two lines have the same order on both sides, the lines do not cross. Otherwise they cross once. Among
/// lines that lead down, the lowest turns first. Among lines that lead up, the highest turns first.
struct LineTracks {
  /// The track of each item, counted from the left. It is `nil` for a straight line.
  private(set) var tracks: [Int?]
  /// The number of tracks.
  let count: Int

  /// A line, or several lines that start at the same point and lead in the same direction.
  struct Item {
    /// The height where the item leaves the left column.
    let start: Int
    /// The heights at which the item reaches the right column, or returns to the left column.
    let ends: [Int]
    /// Whether the item returns to the left column.
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

    /// Returns whether the vertical segments of two items would touch on one track.
    func meets(_ other: Item) -> Bool {
      low - LineTracks.distance < other.high && other.low - LineTracks.distance < high
    }
  }

  /// The minimum distance between two vertical segments on one track.
  static let distance = 6

  /// - Complexity: O(*n* log *n*) for *n* ends, plus moving elements in arrays.
  init(_ items: [Item]) {
    tracks = items.map { _ in nil }
    var skyline = Skyline()
    // Lines that return to their box turn before all others.
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
