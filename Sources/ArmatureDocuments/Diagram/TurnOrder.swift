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
