/// The places at the sides of boxes where lines end, and the heights that boxes need for them.
struct ColumnEnds {
  /// The height of each node; 0 where only a line passes.
  private(set) var heights: [Int]
  /// The places at the right side of each node, from the top to the bottom.
  var right: [[Place]]
  /// The places at the left side of each node, from the top to the bottom.
  var left: [[Place]]
  /// For each piece of a line which place of its left node it has, and which of its right node.
  private(set) var startOfPiece: [Int]
  private(set) var endOfPiece: [Int]
  /// The lines that lead from a box to itself; each has two places at the right side, one after the other.
  private(set) var loops: [(line: Int, node: Int, first: Int)] = []

  /// Where one line ends, or several of them.
  struct Place {
    /// The pieces of lines; none for a line that leads back.
    var pieces: [Int]
    /// How far it is below the top of the node.
    var y = 0
  }

  /// The least distance of two places, which text fits in.
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

  /// A place for each piece, but one for several that follow each other and may share it.
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

  /// Where the places of a node may be, below its top.
  func range(of node: Int) -> ClosedRange<Int> {
    heights[node] == 0 ? 0...0 : Self.margin.top...heights[node] - Self.margin.bottom
  }
}

extension [ColumnEnds.Place] {
  /// Puts the places of a side where they are equally far apart.
  fileprivate mutating func spread(over range: ClosedRange<Int>) {
    for index in indices {
      self[index].y = range.lowerBound + range.count * (2 * index + 1) / (2 * count)
    }
  }
}
