/// The positions of boxes and lines.
struct DiagramLayout: Hashable, Sendable {
  var frames: [Frame]
  /// The corners of each line, from its first box to its last.
  var routes: [[Point]]
  var width = 0
  var height = 0

  struct Point: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  struct Frame: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
  }

  /// Moves the whole layout.
  mutating func move(x: Int, y: Int) {
    for index in frames.indices {
      frames[index].x += x
      frames[index].y += y
    }
    for index in routes.indices {
      for corner in routes[index].indices {
        routes[index][corner].x += x
        routes[index][corner].y += y
      }
    }
  }

  /// Places a graph. Components that no line connects are packed next to each other.
  ///
  /// - Complexity: About O(*n* *m*) for *n* boxes and *m* lines, and less in practice.
  init(_ graph: LayoutGraph) {
    frames = graph.boxes.map { Frame(x: 0, y: 0, width: $0.width, height: $0.height) }
    routes = graph.lines.map { _ in [] }
    let components = graph.components()
    var parts = components.map { members in
      let (part, lines) = graph.part(members)
      return (members: members, lines: lines, layout: DiagramLayout(connected: part))
    }
    let places = ShelfPacking(parts.map { ($0.layout.width, $0.layout.height) })
    for index in parts.indices {
      parts[index].layout.move(x: places.origins[index].x, y: places.origins[index].y)
      let layout = parts[index].layout
      for (frame, box) in zip(layout.frames, parts[index].members) { frames[box] = frame }
      for (route, line) in zip(layout.routes, parts[index].lines) { routes[line] = route }
    }
    (width, height) = (places.width, places.height)
  }

  /// Places a connected graph in columns.
  private init(connected graph: LayoutGraph) {
    if graph.boxes.count == 1, graph.lines.isEmpty {
      let size = graph.boxes[0]
      self.init(
        frames: [Frame(x: 0, y: 0, width: size.width, height: size.height)], routes: [],
        width: size.width, height: size.height)
      return
    }
    let columns = LayeredColumns.best(of: graph)
    var ends = ColumnEnds(graph, columns)
    let placement = ColumnPlacement(graph, columns, &ends)
    self = LineRouting(graph, columns, ends, placement).layout()
  }

  init(frames: [Frame], routes: [[Point]], width: Int, height: Int) {
    (self.frames, self.routes, self.width, self.height) = (frames, routes, width, height)
  }
}
