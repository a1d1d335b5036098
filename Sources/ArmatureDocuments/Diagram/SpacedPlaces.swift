/// Positions on a line that are as close as possible to the desired positions. They keep their order and have gaps.
enum SpacedPlaces {
  /// Returns the positions with the least sum of weighted squared differences from the desired positions.
  ///
  /// The distance between two consecutive positions is at least the gap of the second one. The algorithm is "pool
  /// adjacent violators", which takes O(*n*).
  ///
  /// - Parameters:
  ///   - wishes: The desired position of each element.
  ///   - weights: The weight of each desired position, above 0.
  ///   - gaps: The minimum distance of each element from the previous one. The first gap is ignored.
  ///   - range: The range of all positions. The elements must fit into it.
  static func near(
    _ wishes: [Double], weights: [Double]? = nil, gaps: [Int], in range: ClosedRange<Int>? = nil
  ) -> [Int] {
    // After subtracting the gaps, only the order remains to be kept.
    var offsets: [Int] = []
    for (index, gap) in gaps.enumerated() {
      offsets.append(index == 0 ? 0 : (offsets.last ?? 0) + gap)
    }
    var pools: [(sum: Double, weight: Double, count: Int)] = []
    for (index, wish) in wishes.enumerated() {
      let weight = weights?[index] ?? 1
      var pool = (sum: (wish - Double(offsets[index])) * weight, weight: weight, count: 1)
      while let last = pools.last, last.sum / last.weight >= pool.sum / pool.weight {
        pool = (pool.sum + last.sum, pool.weight + last.weight, pool.count + last.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    let places = pools.flatMap { pool in
      let place = Int((pool.sum / pool.weight).rounded())
      return repeatElement(place, count: pool.count)
    }
    guard let range else { return zip(places, offsets).map { $0 + $1 } }
    let last = max(range.lowerBound, range.upperBound - (offsets.last ?? 0))
    return zip(places, offsets).map { min(max($0, range.lowerBound), last) + $1 }
  }
}
