/// The vertical position of each node. Nodes are close to their neighbors, with gaps between the nodes of a column.
struct ColumnPlacement {
  private(set) var tops: [Int]
  private let columns: LayeredColumns

  /// Places the nodes, and moves the ends of lines so that the lines become straight.
  init(_ graph: LayoutGraph, _ columns: LayeredColumns, _ ends: inout ColumnEnds) {
    self.columns = columns
    tops = columns.boxOfNode.map { _ in 0 }
    for column in columns.columns {
      var y = 0
      for (index, node) in column.enumerated() {
        if index > 0 { y += gap(column[index - 1], node, ends) }
        tops[node] = y
      }
    }
    let indices = Array(columns.columns.indices)
    for round in 0..<24 {
      for column in round % 2 == 0 ? indices : indices.reversed() { settle(column, ends) }
    }
    let least = tops.min() ?? 0
    tops = tops.map { $0 - least }
    for _ in 0..<3 { straighten(&ends) }
  }

  /// Returns the minimum distance between the tops of two adjacent nodes.
  private func gap(_ upper: Int, _ lower: Int, _ ends: ColumnEnds) -> Int {
    let boxes = [upper, lower].count { columns.boxOfNode[$0] != nil }
    return ends.heights[upper] + [14, 20, 32][boxes]
  }

  /// Moves the nodes of a column so that their lines become short.
  private mutating func settle(_ column: Int, _ ends: ColumnEnds) {
    let nodes = columns.columns[column]
    var (wishes, weights): ([Double], [Double]) = ([], [])
    for node in nodes {
      var (sum, total) = (0.0, 0.0)
      func add(_ other: Int, _ difference: Int) {
        // Lines that pass through a column should be straight.
        let passing = [node, other].count { columns.boxOfNode[$0] == nil }
        let weight = [1.0, 2, 8][passing]
        sum += weight * Double(tops[other] + difference)
        total += weight
      }
      for index in columns.piecesBefore[node] {
        let other = columns.pieces[index].left
        let (start, end) = (ends.startOfPiece[index], ends.endOfPiece[index])
        add(other, ends.right[other][start].y - ends.left[node][end].y)
      }
      for index in columns.piecesAfter[node] {
        let other = columns.pieces[index].right
        let (start, end) = (ends.startOfPiece[index], ends.endOfPiece[index])
        add(other, ends.left[other][end].y - ends.right[node][start].y)
      }
      wishes.append(total == 0 ? Double(tops[node]) : sum / total)
      weights.append(max(total, 1))
    }
    let gaps = nodes.indices.map { $0 == 0 ? 0 : gap(nodes[$0 - 1], nodes[$0], ends) }
    let places = SpacedPlaces.near(wishes, weights: weights, gaps: gaps)
    for (node, place) in zip(nodes, places) { tops[node] = place }
  }

  /// Moves the ends of lines along the sides of boxes towards their other ends.
  private func straighten(_ ends: inout ColumnEnds) {
    for node in columns.columns.joined() where columns.boxOfNode[node] != nil {
      ends.left[node] = moved(ends.left[node], node, ends) { index in
        let other = columns.pieces[index].left
        return tops[other] + ends.right[other][ends.startOfPiece[index]].y
      }
      ends.right[node] = moved(ends.right[node], node, ends) { index in
        let other = columns.pieces[index].right
        return tops[other] + ends.left[other][ends.endOfPiece[index]].y
      }
    }
  }

  private func moved(
    _ places: [ColumnEnds.Place], _ node: Int, _ ends: ColumnEnds, _ other: (Int) -> Int
  ) -> [ColumnEnds.Place] {
    let wishes = places.map { place in
      place.pieces.isEmpty
        ? Double(place.y)
        : Double(place.pieces.reduce(0) { $0 + other($1) - tops[node] })
          / Double(place.pieces.count)
    }
    let gaps = places.map { _ in ColumnEnds.gap }
    let moved = SpacedPlaces.near(wishes, gaps: gaps, in: ends.range(of: node))
    return zip(places, moved).map { ColumnEnds.Place(pieces: $0.pieces, y: $1) }
  }
}

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
