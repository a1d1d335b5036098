/// The columns of a layered layout. They contain the boxes in each column, the order of the boxes, and the lines that
/// pass through.
///
/// A line may span several columns. It then has a node without a box in each column between its ends.
struct LayeredColumns {
  /// The nodes of each column, from top to bottom.
  var columns: [[Int]] = []
  /// The box of each node; `nil` for a node that only a line passes through.
  private(set) var boxOfNode: [Int?]
  /// The column of each node. The nodes of boxes come first, so the index of a node is the index of its box.
  private(set) var columnOfNode: [Int]
  /// The pieces of lines; each leads from a column to the next.
  private(set) var pieces: [Piece] = []
  /// The pieces that leave each node, and the pieces that reach it.
  private(set) var piecesAfter: [[Int]]
  private(set) var piecesBefore: [[Int]]

  /// A piece of a line between two adjacent columns.
  struct Piece {
    let line: Int
    let left: Int
    let right: Int
  }

  /// Tries several starting arrangements, and returns the columns with the fewest crossings. If several have equally
  /// few, the columns with the shortest lines are returned.
  static func best(of graph: LayoutGraph) -> LayeredColumns {
    var best: (columns: LayeredColumns, crossings: Int)?
    for numbers in beginnings(of: graph) {
      var columns = LayeredColumns(graph, numbers)
      let crossings = NodeOrder.improve(&columns)
      let isBetter = best.map { best in
        (crossings, columns.pieces.count) < (best.crossings, best.columns.pieces.count)
      }
      if isBetter ?? true { best = (columns, crossings) }
    }
    return best?.columns ?? LayeredColumns(graph, graph.boxes.map { _ in 0 })
  }

  /// Returns the starting arrangements to try.
  ///
  /// An arrangement is left out if the total length of its lines is over 300, and over three times that of the shortest
  /// arrangement. Fewer crossings do not justify such a wide diagram. For large graphs, fewer arrangements are tried,
  /// which limits the time.
  private static func beginnings(of graph: LayoutGraph) -> [[Int]] {
    let all = BoxSequence.candidates(for: graph).map { sequence in
      let numbers = ColumnNumbers(graph, sequence).numbers
      let length = graph.lines.reduce(0) { $0 + abs(numbers[$1.from] - numbers[$1.to]) }
      return (numbers: numbers, length: length)
    }
    let shortest = all.map(\.length).min() ?? 0
    let limit = max(300, 3 * shortest)
    let number = max(1, 60_000 / (shortest + 1))
    return all.filter { $0.length <= limit }.sorted { $0.length < $1.length }.prefix(number)
      .map(\.numbers)
  }

  /// Creates the columns from known column numbers. All nodes are in the order of their boxes.
  private init(_ graph: LayoutGraph, _ numbers: [Int]) {
    columnOfNode = numbers
    boxOfNode = graph.boxes.indices.map { $0 }
    for (index, line) in graph.lines.enumerated() where !line.isLoop {
      let isForward = numbers[line.from] < numbers[line.to]
      let (first, last) = isForward ? (line.from, line.to) : (line.to, line.from)
      var node = first
      for column in numbers[first] + 1..<numbers[last] {
        pieces.append(Piece(line: index, left: node, right: boxOfNode.count))
        node = boxOfNode.count
        boxOfNode.append(nil)
        columnOfNode.append(column)
      }
      pieces.append(Piece(line: index, left: node, right: last))
    }
    piecesAfter = boxOfNode.map { _ in [] }
    piecesBefore = boxOfNode.map { _ in [] }
    for (index, piece) in pieces.enumerated() {
      piecesAfter[piece.left].append(index)
      piecesBefore[piece.right].append(index)
    }
    columns = Array(repeating: [], count: (columnOfNode.max() ?? 0) + 1)
    for (node, column) in columnOfNode.enumerated() { columns[column].append(node) }
  }
}
