/// The columns of a layered picture: which boxes stand in which, in which order, and which lines pass.
///
/// A line that leads over several columns has a place in each between them, a node without a box.
struct LayeredColumns {
  /// The nodes of each column, from the top to the bottom.
  var columns: [[Int]] = []
  /// The box of each node; `nil` where only a line passes.
  private(set) var boxOfNode: [Int?]
  /// The node of a box has the same position; the others come behind.
  private(set) var columnOfNode: [Int]
  /// The pieces of lines, each from a column to the next.
  private(set) var pieces: [Piece] = []
  /// The pieces that leave and reach each node.
  private(set) var piecesAfter: [[Int]]
  private(set) var piecesBefore: [[Int]]

  /// A piece of a line between two columns that stand side by side.
  struct Piece {
    let line: Int
    let left: Int
    let right: Int
  }

  /// The columns with the fewest crossings out of several beginnings; then those with the shortest lines.
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

  /// The columns of boxes that are worth a try.
  ///
  /// Few crossings are not worth a picture that is many times as wide; and of what is large only so much is
  /// tried that the time stays short.
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

  /// Makes the columns of boxes whose columns are known, with all nodes in the order of the boxes.
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
