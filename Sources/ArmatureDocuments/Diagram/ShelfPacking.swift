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
