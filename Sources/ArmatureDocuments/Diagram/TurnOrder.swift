import ArmatureModel

/// The order in which the lines between two columns turn.
///
/// A line waits for the lines that must turn before it. Among lines that meet and lead down, the lower one turns first.
/// Among lines that lead up, the higher one turns first. A line also waits for each line that starts where it ends.
struct TurnOrder {
  private let items: [LineTracks.Item]
  /// The lines that lead down, from the lowest one, followed by the lines that lead up, from the highest one.
  private let order: [Int]
  /// For each place in the order, the nearest earlier place and the nearest later place whose lines have not turned
  /// yet.
  private var previous: [Int]
  private var next: [Int]
  /// For each place in the order, the places that wait for it, because their lines end where its line starts.
  private var successors: [[Int]]
  private var waits: [Int]
  /// The places that wait for no other, in descending order.
  private var ready: [Int] = []
  private var isReady: [Bool]
  private var result: [Int] = []

  /// Orders some of the items; all of them must turn.
  static func order(_ indices: [Int], of items: [LineTracks.Item]) -> [Int] {
    var order = TurnOrder(indices, items)
    order.run()
    return order.result
  }

  private init(_ indices: [Int], _ items: [LineTracks.Item]) {
    self.items = items
    order = indices.sorted { first, second in
      let (left, right) = (items[first], items[second])
      if left.leadsDown != right.leadsDown { return left.leadsDown }
      if left.start == right.start { return first < second }
      return left.leadsDown ? left.start > right.start : left.start < right.start
    }
    previous = order.indices.map { $0 - 1 }
    next = order.indices.map { $0 + 1 }
    successors = order.map { _ in [] }
    waits = order.map { _ in 0 }
    isReady = order.map { _ in false }
    findSuccessors()
  }

  /// Finds the lines that start where another line ends. If they turned in the wrong order, their segments would
  /// overlap.
  private mutating func findSuccessors() {
    let places = order.indices.sorted { items[order[$0]].start < items[order[$1]].start }
    let starts = places.map { items[order[$0]].start }
    for place in order.indices where !items[order[place]].isLoop {
      let item = items[order[place]]
      var found: Set<Int> = []
      for end in item.ends {
        var index = starts.partitioningIndex { $0 > end - LineTracks.distance }
        while index < starts.count, starts[index] < end + LineTracks.distance {
          let first = places[index]
          if first != place, items[order[first]].meets(item), found.insert(first).inserted {
            successors[first].append(place)
            waits[place] += 1
          }
          index += 1
        }
      }
    }
  }

  private mutating func run() {
    for place in order.indices { look(at: place) }
    var first = 0
    while result.count < order.count {
      if let place = ready.popLast() {
        turn(place)
      } else {
        // Lines that wait for each other are released in order; two segments may then overlap.
        while isReady[first] { first += 1 }
        isReady[first] = true
        turn(first)
      }
    }
  }

  private mutating func turn(_ place: Int) {
    result.append(order[place])
    let (before, behind) = (previous[place], next[place])
    if before >= 0 { next[before] = behind }
    if behind < order.count { previous[behind] = before }
    for successor in successors[place] {
      waits[successor] -= 1
      look(at: successor)
    }
    if behind < order.count { look(at: behind) }
  }

  /// Marks a place as ready once it no longer waits.
  private mutating func look(at place: Int) {
    guard !isReady[place], waits[place] <= 0, !isBlocked(place) else { return }
    isReady[place] = true
    ready.insert(place, at: ready.partitioningIndex { $0 < place })
  }

  /// Returns whether a line that leads in the same direction and meets this line must turn first.
  ///
  /// It is enough to check the nearest line. If a line that is farther away meets this line, the nearest line does too.
  private func isBlocked(_ place: Int) -> Bool {
    let before = previous[place]
    guard before >= 0 else { return false }
    let (item, other) = (items[order[place]], items[order[before]])
    return other.leadsDown == item.leadsDown && other.meets(item)
  }
}

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
