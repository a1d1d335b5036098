/// The order of boxes from left to right. It is chosen so that most lines lead to a later box.
enum BoxSequence {
  /// Returns several orders to try.
  static func candidates(for graph: LayoutGraph) -> [[Int]] {
    let neighbours = graph.neighbours()
    let busiest =
      graph.boxes.indices.max { (neighbours[$0].count, $1) < (neighbours[$1].count, $0) } ?? 0
    let fromBusiest = LayoutGraph.breadthFirst(from: busiest, neighbours)
    let farthest = fromBusiest.last ?? busiest
    return [
      fewestReversed(graph), fromBusiest, LayoutGraph.breadthFirst(from: farthest, neighbours),
      depthFirst(from: farthest, neighbours),
    ]
  }

  /// Returns an order with few backward lines.
  ///
  /// It uses the heuristic of Eades, Lin and Smyth. Sources come first and sinks last. Otherwise the next box is the
  /// one with the largest surplus of outgoing lines over incoming lines.
  private static func fewestReversed(_ graph: LayoutGraph) -> [Int] {
    var (out, into) = (graph.boxes.map { _ in 0 }, graph.boxes.map { _ in 0 })
    var touching = [[Int]](repeating: [], count: graph.boxes.count)
    for (index, line) in graph.lines.enumerated() where !line.isLoop {
      out[line.from] += 1
      into[line.to] += 1
      touching[line.from].append(index)
      touching[line.to].append(index)
    }
    var rest = Set(graph.boxes.indices)
    var (head, tail): ([Int], [Int]) = ([], [])
    func take(_ box: Int) {
      rest.remove(box)
      for line in touching[box].map({ graph.lines[$0] }) {
        if line.from == box, rest.contains(line.to) { into[line.to] -= 1 }
        if line.to == box, rest.contains(line.from) { out[line.from] -= 1 }
      }
    }
    while !rest.isEmpty {
      let boxes = rest.sorted()
      if let sink = boxes.first(where: { out[$0] == 0 }) {
        tail.append(sink)
        take(sink)
      } else if let source = boxes.first(where: { into[$0] == 0 }) {
        head.append(source)
        take(source)
      } else if let box = boxes.max(by: { (out[$0] - into[$0], $1) < (out[$1] - into[$1], $0) }) {
        head.append(box)
        take(box)
      }
    }
    return head + tail.reversed()
  }

  private static func depthFirst(from start: Int, _ neighbours: [[Int]]) -> [Int] {
    var isSeen = neighbours.map { _ in false }
    var order: [Int] = []
    var stack = [start]
    while let box = stack.popLast() {
      if isSeen[box] { continue }
      isSeen[box] = true
      order.append(box)
      stack += neighbours[box].reversed().filter { !isSeen[$0] }
    }
    return order
  }
}
