import ArmatureModel

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

/// A packing of rectangles on shelves, with the highest rectangles first. The result is about as wide as it is high.
struct ShelfPacking {
  private(set) var origins: [DiagramLayout.Point]
  private(set) var width = 0
  private(set) var height = 0

  private static let gap = 40

  init(_ sizes: [(width: Int, height: Int)]) {
    origins = sizes.map { _ in DiagramLayout.Point(x: 0, y: 0) }
    let area = sizes.reduce(0) { $0 + ($1.width + Self.gap) * ($1.height + Self.gap) }
    let widest = sizes.map(\.width).max() ?? 0
    let limit = max(widest, Int((Double(area) * 1.6).squareRoot()))
    let order = sizes.indices.sorted { left, right in
      (sizes[right].height, left) < (sizes[left].height, right)
    }
    // A shelf holds stacks of rectangles next to each other. A rectangle that fits goes below the last stack.
    var (x, y, shelf) = (0, 0, 0)
    var stack = (width: 0, height: 0)
    for index in order {
      let size = sizes[index]
      let below = stack.height + Self.gap + size.height
      if stack.width > 0, below <= shelf, x + size.width <= limit {
        origins[index] = DiagramLayout.Point(x: x, y: y + below - size.height)
        stack = (max(stack.width, size.width), below)
      } else {
        if stack.width > 0 { x += stack.width + Self.gap }
        if x > 0, x + size.width > limit {
          y += shelf + Self.gap
          (x, shelf) = (0, 0)
        }
        origins[index] = DiagramLayout.Point(x: x, y: y)
        stack = (size.width, size.height)
        shelf = max(shelf, size.height)
      }
      width = max(width, x + stack.width)
      height = max(height, y + stack.height)
    }
  }
}

/// A step function over the integers. It contains the height of the items that were placed at each number, or -1.
struct Skyline {
  /// The numbers where the height changes, in ascending order. Each has the height from there on.
  private var steps = [(from: Int.min, height: -1)]
  /// The greatest height.
  private(set) var top = -1

  /// Returns the maximum height within bounds, both included.
  func top(from low: Int, to high: Int) -> Int {
    var index = step(at: low)
    var top = steps[index].height
    while index + 1 < steps.count, steps[index + 1].from <= high {
      index += 1
      top = max(top, steps[index].height)
    }
    return top
  }

  /// Raises the numbers within bounds to a height. The height must not be below the current height of any of them.
  ///
  /// - Complexity: O(*n*) in the number of steps, because later steps move.
  mutating func raise(from low: Int, to high: Int, to height: Int) {
    let (first, last) = (step(at: low), step(at: high))
    var raised = [(from: low, height: height)]
    if last + 1 == steps.count || steps[last + 1].from > high + 1 {
      raised.append((high + 1, steps[last].height))
    }
    let kept = steps[first].from < low ? first + 1 : first
    steps.replaceSubrange(kept..<last + 1, with: raised)
    top = max(top, height)
  }

  /// Returns the last step that starts at or before a number.
  private func step(at number: Int) -> Int {
    steps.partitioningIndex { $0.from > number } - 1
  }
}
