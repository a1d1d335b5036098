import Testing
import TestSupport

@testable import ArmatureDocuments

/// Tracks are found by comparing few pairs of lines, and equal the result of comparing all pairs.
@Suite struct LineTracksTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `tracks are those of comparing each line with each`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let items = Self.items(&random)
      let tracks = LineTracks(items)
      #expect(tracks.tracks == Self.tracks(of: items), "\(items)")
      #expect(tracks.count == (tracks.tracks.compactMap { $0 }.max() ?? -1) + 1)
    }
  }

  @Test func `a skyline has at each number the last height that was put there`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<50 {
      var skyline = Skyline()
      var heights = [Int](repeating: -1, count: 60)
      for _ in 0..<40 {
        let (low, asked) = (random.below(60), random.below(60))
        let (high, last) = (low + random.below(60 - low), asked + random.below(60 - asked))
        #expect(skyline.top(from: asked, to: last) == heights[asked...last].max())
        let height = (heights[low...high].max() ?? 0) + random.below(3)
        skyline.raise(from: low, to: high, to: height)
        for number in low...high { heights[number] = height }
        #expect(skyline.top == heights.max())
      }
    }
  }

  /// Returns lines between two columns, with distances between their starts and between their ends.
  private static func items(_ random: inout SplitMix64) -> [LineTracks.Item] {
    let count = 1 + random.below(12)
    let starts = (0..<count).map { $0 * 14 + random.below(4) }
    return starts.flatMap { start in
      let ends = (0..<1 + random.below(2)).map { _ in random.below(count) * 14 + random.below(8) }
      // A line leads up or down; a loop leads down.
      let groups = [ends.filter { $0 < start }, ends.filter { $0 >= start }].filter { !$0.isEmpty }
      if random.oneIn(9) {
        return [LineTracks.Item(start: start, ends: [start + 18], isLoop: true)]
      }
      return groups.map { LineTracks.Item(start: start, ends: $0) }
    }
  }

  /// Returns the tracks according to the rules: lines wait for others that must turn first, and come after all they
  /// meet.
  private static func tracks(of items: [LineTracks.Item]) -> [Int?] {
    var tracks = items.map { _ in Int?.none }
    for areLoops in [true, false] {
      var rest = items.indices.filter { !items[$0].isStraight && items[$0].isLoop == areLoops }
        .sorted { first, second in
          let (left, right) = (items[first], items[second])
          if left.leadsDown != right.leadsDown { return left.leadsDown }
          return left.leadsDown ? left.start > right.start : left.start < right.start
        }
      while !rest.isEmpty {
        let position = rest.firstIndex { item in
          !rest.contains { $0 != item && precedes(items[$0], items[item]) }
        }
        let item = rest.remove(at: position ?? 0)
        let met = items.indices.compactMap { items[$0].meets(items[item]) ? tracks[$0] : nil }
        tracks[item] = (met.max() ?? -1) + 1
      }
    }
    return tracks
  }

  private static func precedes(_ first: LineTracks.Item, _ second: LineTracks.Item) -> Bool {
    guard first.meets(second) else { return false }
    if !second.isLoop, second.ends.contains(where: { abs($0 - first.start) < LineTracks.distance })
    {
      return true
    }
    return first.leadsDown == second.leadsDown
      && (first.leadsDown ? first.start > second.start : first.start < second.start)
  }
}
