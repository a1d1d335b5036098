/// Places columns from left to right and routes the lines between them.
struct LineRouting {
  private let graph: LayoutGraph
  private let columns: LayeredColumns
  private let ends: ColumnEnds
  private let placement: ColumnPlacement
  private var frames: [DiagramLayout.Frame]
  /// The points where a piece of a line leaves its left column, turns, and reaches its right column.
  private var cornersOfPiece: [[DiagramLayout.Point]]
  private var routes: [[DiagramLayout.Point]]

  /// The distance between two vertical segments, and the space that the sign at the end of a line needs.
  private static let pitch = 9
  private static let sign = 24

  init(
    _ graph: LayoutGraph, _ columns: LayeredColumns, _ ends: ColumnEnds,
    _ placement: ColumnPlacement
  ) {
    (self.graph, self.columns, self.ends, self.placement) = (graph, columns, ends, placement)
    frames = graph.boxes.indices.map { box in
      DiagramLayout.Frame(x: 0, y: placement.tops[box], width: 0, height: ends.heights[box])
    }
    cornersOfPiece = columns.pieces.map { _ in [] }
    routes = graph.lines.map { _ in [] }
  }

  consuming func layout() -> DiagramLayout {
    var x = 0
    for (column, nodes) in columns.columns.enumerated() {
      let boxes = nodes.compactMap { columns.boxOfNode[$0] }
      let width = boxes.map { graph.boxes[$0].width }.max() ?? 0
      for box in boxes { (frames[box].x, frames[box].width) = (x, width) }
      x = route(behind: column, from: x + width)
    }
    joinPieces()
    let corners = routes.joined()
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    var layout = DiagramLayout(frames: frames, routes: routes, width: 0, height: 0)
    layout.move(x: max(0, -left), y: max(0, -top))
    layout.width = max(frames.map(\.right).max() ?? 0, corners.map(\.x).max() ?? 0)
    layout.height = max(frames.map(\.bottom).max() ?? 0, corners.map(\.y).max() ?? 0)
    return layout
  }

  /// Routes the lines after a column; returns the position of the next column.
  private mutating func route(behind column: Int, from right: Int) -> Int {
    let nodes = columns.columns[column]
    let loops = ends.loops.filter { columns.columnOfNode[$0.node] == column }
    let (items, pieces) = self.items(of: nodes, loops)
    let tracks = LineTracks(items)
    let first = right + space(at: nodes, columns.piecesAfter, \.left, loops)
    let turns = tracks.count > 0 ? (tracks.count + 1) * Self.pitch : 0
    let next =
      column + 1 < columns.columns.count
      ? space(at: columns.columns[column + 1], columns.piecesBefore, \.right, []) : 0
    let end = first + turns + next
    for (index, item) in items.enumerated() {
      let turn = first + ((tracks.tracks[index] ?? 0) + 1) * Self.pitch
      if item.isLoop {
        let corners = [(right, item.start), (turn, item.start)]
        let back = item.ends.flatMap { [(turn, $0), (right, $0)] }
        routes[pieces[index][0]] = (corners + back).map { DiagramLayout.Point(x: $0, y: $1) }
        continue
      }
      for (piece, y) in zip(pieces[index], item.ends) {
        let bends = y == item.start ? [] : [(turn, item.start), (turn, y)]
        cornersOfPiece[piece] = ([(right, item.start)] + bends + [(end, y)])
          .map { DiagramLayout.Point(x: $0, y: $1) }
      }
    }
    return end
  }

  /// Returns the lines that lead from the nodes of a column to the next column. Each has its pieces or its loop.
  private func items(
    of nodes: [Int], _ loops: [(line: Int, node: Int, first: Int)]
  ) -> (items: [LineTracks.Item], pieces: [[Int]]) {
    var items: [LineTracks.Item] = []
    var pieces: [[Int]] = []
    for node in nodes {
      for place in ends.right[node] {
        let start = placement.tops[node] + place.y
        let reached = place.pieces.map { piece in
          let right = columns.pieces[piece].right
          return (
            piece: piece, y: placement.tops[right] + ends.left[right][ends.endOfPiece[piece]].y
          )
        }
        for direction in [-1, 0, 1] {
          let group = reached.filter { ($0.y - start).signum() == direction }
          if group.isEmpty { continue }
          items.append(LineTracks.Item(start: start, ends: group.map(\.y)))
          pieces.append(group.map(\.piece))
        }
      }
    }
    for loop in loops {
      let ys = [0, 1].map { placement.tops[loop.node] + ends.right[loop.node][loop.first + $0].y }
      items.append(LineTracks.Item(start: ys[0], ends: [ys[1]], isLoop: true))
      pieces.append([loop.line])
    }
    return (items, pieces)
  }

  /// Returns the space next to a column for the signs and labels at the ends of lines.
  private func space(
    at nodes: [Int], _ piecesOfNode: [[Int]], _ near: (LayeredColumns.Piece) -> Int,
    _ loops: [(line: Int, node: Int, first: Int)]
  ) -> Int {
    var widths = loops.map { max(graph.lines[$0.line].startLabel, graph.lines[$0.line].endLabel) }
    for node in nodes where columns.boxOfNode[node] != nil {
      for piece in piecesOfNode[node] {
        let line = graph.lines[columns.pieces[piece].line]
        widths.append(near(columns.pieces[piece]) == line.from ? line.startLabel : line.endLabel)
      }
    }
    return widths.max().map { max(Self.sign, $0 + 8) } ?? 0
  }

  /// Joins the pieces of each line, from its first box to its last.
  private mutating func joinPieces() {
    // The pieces of a line follow each other from left to right.
    for (index, piece) in columns.pieces.enumerated() {
      routes[piece.line] += cornersOfPiece[index]
    }
    for (index, line) in graph.lines.enumerated() where !line.isLoop {
      var corners: [DiagramLayout.Point] = []
      for corner in routes[index] {
        if let last = corners.last, last == corner { continue }
        // A point between two others of the same height is not a corner.
        if corners.count > 1, corners[corners.count - 1].y == corner.y,
          corners[corners.count - 2].y == corner.y
        {
          corners.removeLast()
        }
        corners.append(corner)
      }
      let isForward = columns.columnOfNode[line.from] < columns.columnOfNode[line.to]
      routes[index] = isForward ? corners : corners.reversed()
    }
  }
}
