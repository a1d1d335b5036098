/// The input of a layout, which consists of boxes of known sizes and the lines between them.
///
/// All lengths are in points. The x-coordinate grows to the right, and the y-coordinate grows downwards.
struct LayoutGraph {
  var boxes: [Size]
  var lines: [Line]

  struct Size {
    var width: Int
    var height: Int
  }

  struct Line {
    var from: Int
    var to: Int
    /// The width of the label at each end; 0 without a label.
    var startLabel = 0
    var endLabel = 0
    /// Whether this line may start at the same point as other lines of its box.
    var sharesStart = false

    var isLoop: Bool { from == to }
  }

  /// Returns the neighbours of each box, once for each line between the two.
  func neighbours() -> [[Int]] {
    var neighbours = [[Int]](repeating: [], count: boxes.count)
    for line in lines where !line.isLoop {
      neighbours[line.from].append(line.to)
      neighbours[line.to].append(line.from)
    }
    return neighbours
  }

  /// Returns the boxes that can be reached from a box, nearest first.
  static func breadthFirst(from start: Int, _ neighbours: [[Int]]) -> [Int] {
    var seen: Set = [start]
    var order = [start]
    var next = 0
    while next < order.count {
      order += neighbours[order[next]].filter { seen.insert($0).inserted }
      next += 1
    }
    return order
  }

  /// Returns the connected components in the order of their first boxes. Each component lists its boxes in order.
  func components() -> [[Int]] {
    let neighbours = neighbours()
    var isSeen = [Bool](repeating: false, count: boxes.count)
    var components: [[Int]] = []
    for box in boxes.indices where !isSeen[box] {
      let component = Self.breadthFirst(from: box, neighbours)
      for member in component { isSeen[member] = true }
      components.append(component.sorted())
    }
    return components
  }

  /// Returns the graph that consists of some boxes, and the positions of its lines in the whole graph.
  func part(_ members: [Int]) -> (graph: LayoutGraph, lines: [Int]) {
    let positions = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    let indices = lines.indices.filter { positions[lines[$0].from] != nil }
    let inside = indices.map { index in
      var line = lines[index]
      line.from = positions[line.from] ?? 0
      line.to = positions[line.to] ?? 0
      return line
    }
    return (LayoutGraph(boxes: members.map { boxes[$0] }, lines: inside), indices)
  }
}
