/// What a layout places: boxes of known sizes, and lines between them.
///
/// All lengths are in points; x grows to the right, y downwards.
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
    /// The width of what is written beside each end; 0 for nothing.
    var startLabel = 0
    var endLabel = 0
    /// Whether lines of the box where this one starts may start in one point.
    var sharesStart = false

    var isLoop: Bool { from == to }
  }

  /// The boxes that lines join with each box, once for each line between two.
  func neighbours() -> [[Int]] {
    var neighbours = [[Int]](repeating: [], count: boxes.count)
    for line in lines where !line.isLoop {
      neighbours[line.from].append(line.to)
      neighbours[line.to].append(line.from)
    }
    return neighbours
  }

  /// The boxes that can be reached from one, the nearest first.
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

  /// The boxes that lines join, each component in the order of its boxes; the component of the first box first.
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

  /// The part of the graph that some boxes are, and the positions of its lines in the whole.
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
