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
