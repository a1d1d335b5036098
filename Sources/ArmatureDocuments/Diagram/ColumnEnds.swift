/// The places at the sides of boxes where lines end, and the heights that boxes need for these places.
struct ColumnEnds {
  /// The height of each node; 0 for a node that only a line passes through.
  private(set) var heights: [Int]
  /// The places at the right side of each node, from top to bottom.
  var right: [[Place]]
  /// The places at the left side of each node, from top to bottom.
  var left: [[Place]]
  /// The place at the left node for each piece of a line, and the place at the right node.
  private(set) var startOfPiece: [Int]
  private(set) var endOfPiece: [Int]
  /// The lines that lead from a box to itself. Each takes two consecutive places at the right side.
  private(set) var loops: [(line: Int, node: Int, first: Int)] = []

  /// A place where one or more lines end.
  struct Place {
    /// The pieces of lines; empty for a line that leads back.
    var pieces: [Int]
    /// The distance from the top of the node.
    var y = 0
  }

  /// The minimum distance between two places; a line of text fits in it.
  static let gap = 18
  private static let margin = (top: 14, bottom: 8)

  init(_ graph: LayoutGraph, _ columns: LayeredColumns) {
    var places = columns.boxOfNode.map { _ in 0 }
    for nodes in columns.columns {
      for (place, node) in nodes.enumerated() { places[node] = place }
    }
    heights = columns.boxOfNode.map { $0.map { graph.boxes[$0].height } ?? 0 }
    startOfPiece = columns.pieces.map { _ in 0 }
    endOfPiece = startOfPiece
    func sorted(_ pieces: [Int], _ other: (LayeredColumns.Piece) -> Int) -> [Place] {
      let order = pieces.sorted { first, second in
        let (first, second) = (columns.pieces[first], columns.pieces[second])
        return (places[other(first)], first.line) < (places[other(second)], second.line)
      }
      return Self.shared(order, graph, columns)
    }
    right = columns.piecesAfter.map { sorted($0, \.right) }
    left = columns.piecesBefore.map { sorted($0, \.left) }
    for (index, line) in graph.lines.enumerated() where line.isLoop {
      loops.append((index, line.from, right[line.from].count))
      right[line.from] += [Place(pieces: []), Place(pieces: [])]
    }
    for node in heights.indices where columns.boxOfNode[node] != nil {
      let count = max(right[node].count, left[node].count)
      heights[node] = max(
        heights[node], (count - 1) * Self.gap + Self.margin.top + Self.margin.bottom)
    }
    for node in heights.indices {
      for (index, place) in right[node].enumerated() {
        for piece in place.pieces { startOfPiece[piece] = index }
      }
      for (index, place) in left[node].enumerated() {
        for piece in place.pieces { endOfPiece[piece] = index }
      }
      let range = range(of: node)
      right[node].spread(over: range)
      left[node].spread(over: range)
    }
  }

  /// Returns a place for each piece. Consecutive pieces that may share a place get the same one.
  private static func shared(
    _ pieces: [Int], _ graph: LayoutGraph, _ columns: LayeredColumns
  ) -> [Place] {
    var places: [Place] = []
    var sharesLast = false
    for piece in pieces {
      let line = graph.lines[columns.pieces[piece].line]
      let (left, right) = (columns.pieces[piece].left, columns.pieces[piece].right)
      let shares = line.sharesStart && (line.from == left || line.from == right)
      if shares, sharesLast {
        places[places.count - 1].pieces.append(piece)
      } else {
        places.append(Place(pieces: [piece]))
      }
      sharesLast = shares
    }
    return places
  }

  /// Returns the range of possible places of a node, measured from its top.
  func range(of node: Int) -> ClosedRange<Int> {
    heights[node] == 0 ? 0...0 : Self.margin.top...heights[node] - Self.margin.bottom
  }
}

extension [ColumnEnds.Place] {
  /// Distributes the places of a side evenly.
  fileprivate mutating func spread(over range: ClosedRange<Int>) {
    for index in indices {
      self[index].y = range.lowerBound + range.count * (2 * index + 1) / (2 * count)
    }
  }
}
