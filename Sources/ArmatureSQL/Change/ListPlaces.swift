package import Armature
import ArmatureModel

/// The position numbers that keep the members of a list in order. They have gaps. A member that is inserted between two
/// others gets a number between theirs, and no other number changes.
package struct ListPlaces {
  /// The changed numbers, by the positions of the members.
  package private(set) var changes: [Int: Int64] = [:]

  private static let gap: Int64 = 1 << 24
  /// The largest number. If a number would exceed it, all members are renumbered.
  private static let farthest: Int64 = 1 << 62

  /// Computes the numbers of members in their new order.
  ///
  /// - Parameter places: The current numbers of the members. New members have `nil`.
  /// - Complexity: O(*n* log *n*) in the number of members.
  package init(_ places: [Int64?]) {
    let kept = Self.longestRise(places)
    var (last, start) = (Int64?.none, 0)
    for position in kept + [places.count] {
      let end = position < places.count ? places[position] : nil
      guard fill(start..<position, behind: last, before: end) else {
        changes = [:]
        for index in places.indices { changes[index] = Int64(index) * Self.gap }
        return
      }
      (last, start) = (end, position + 1)
    }
  }

  /// A member of a list with its number; `nil` for a new member.
  package typealias Member = (key: Int64, place: Int64?)

  /// Returns the new numbers that bring the members of a list into a new order.
  ///
  /// - Parameters:
  ///   - links: The change of the list. It contains all members in their order, or the members that were appended.
  ///   - present: All members in their current order. Members that the change does not list stay at the end.
  package static func moves(
    _ links: StoreChange.Links, among present: [Member]
  ) -> [(member: Int64, place: Int64)] {
    let places = Dictionary(present.map { ($0.key, $0.place) }) { first, _ in first }
    var rest = Set(places.keys)
    let moved = Set(links.moved.map(\.key))
    let known =
      links.order?.map(\.key)
      ?? present.filter { $0.place != nil && !moved.contains($0.key) }.map(\.key)
      + links.added.map(\.key)
    var sorted = known.filter { rest.remove($0) != nil }
    sorted += present.map(\.key).filter(rest.contains)
    return ListPlaces(sorted.map { places[$0] ?? nil }).changes.map { (sorted[$0.key], $0.value) }
  }

  /// Gives members numbers between two other members. Returns `false` if the gap is too small.
  private mutating func fill(_ range: Range<Int>, behind lower: Int64?, before upper: Int64?)
    -> Bool
  {
    if range.isEmpty { return true }
    let count = Int64(range.count)
    let first: Int64
    let step: Int64
    switch (lower, upper) {
    case (nil, nil): (first, step) = (0, Self.gap)
    case (let lower?, nil): (first, step) = (lower + Self.gap, Self.gap)
    case (nil, let upper?): (first, step) = (upper - count * Self.gap, Self.gap)
    case (let lower?, let upper?):
      step = (upper - lower) / (count + 1)
      first = lower + step
      if step == 0 { return false }
    }
    guard first > -Self.farthest, first < Self.farthest - count * step else { return false }
    for (index, position) in range.enumerated() { changes[position] = first + Int64(index) * step }
    return true
  }

  /// Returns the positions of the longest subsequence with increasing numbers.
  private static func longestRise(_ places: [Int64?]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: places.count)
    for (position, place) in places.enumerated() {
      guard let place, place > -farthest, place < farthest else { continue }
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if (places[tails[middle]] ?? .min) < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = tails[low - 1] }
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var rise: [Int] = []
    var position = tails.last ?? -1
    while position >= 0 {
      rise.append(position)
      position = previous[position]
    }
    return rise.reversed()
  }
}
