/// Places on a line that come as near as they can to those wished for, in their order and apart.
enum SpacedPlaces {
  /// The places with the least sum of weighted squares of the differences.
  ///
  /// The difference of two places that follow is at least the number at the second one. Pools of adjacent
  /// violators: O(*n*).
  ///
  /// - Parameters:
  ///   - wishes: Where each of them wants to be.
  ///   - weights: How much each of them wants it, above 0.
  ///   - gaps: How far each is at least behind the one before; that of the first has no meaning.
  ///   - range: Where they may be at all; they must fit in.
  static func near(
    _ wishes: [Double], weights: [Double]? = nil, gaps: [Int], in range: ClosedRange<Int>? = nil
  ) -> [Int] {
    // Without the gaps, all that is left to keep is the order.
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
