/// The column of each box. Each line leads to another column, and few lines are long.
struct ColumnNumbers {
  private(set) var numbers: [Int]
  private var before: [[Int]]
  private var after: [[Int]]

  /// - Parameter sequence: All boxes in order. A line leads from the earlier of its two boxes to the later one.
  init(_ graph: LayoutGraph, _ sequence: [Int]) {
    numbers = graph.boxes.map { _ in 0 }
    (before, after) = (graph.boxes.map { _ in [] }, graph.boxes.map { _ in [] })
    var rank = numbers
    for (position, box) in sequence.enumerated() { rank[box] = position }
    for line in graph.lines where !line.isLoop {
      let isForward = rank[line.from] < rank[line.to]
      let (left, right) = isForward ? (line.from, line.to) : (line.to, line.from)
      after[left].append(right)
      before[right].append(left)
    }
    for box in sequence { numbers[box] = (before[box].map { numbers[$0] }.max() ?? -1) + 1 }
    shorten(sequence)
    balance(graph)
    let least = numbers.min() ?? 0
    numbers = numbers.map { $0 - least }
  }

  /// Moves boxes towards the side with more lines, until no box moves.
  private mutating func shorten(_ sequence: [Int]) {
    for _ in 0..<50 {
      var hasMoved = false
      for box in sequence.reversed() where after[box].count > before[box].count {
        guard let limit = after[box].map({ numbers[$0] }).min(), limit - 1 != numbers[box] else {
          continue
        }
        numbers[box] = limit - 1
        hasMoved = true
      }
      for box in sequence where before[box].count > after[box].count {
        guard let limit = before[box].map({ numbers[$0] }).max(), limit + 1 != numbers[box] else {
          continue
        }
        numbers[box] = limit + 1
        hasMoved = true
      }
      if !hasMoved { break }
    }
  }

  /// Moves each box that has a single neighbor to the other side of the neighbor if the column there is lower.
  private mutating func balance(_ graph: LayoutGraph) {
    var heights: [Int: Int] = [:]
    for (box, column) in numbers.enumerated() {
      heights[column, default: 0] += graph.boxes[box].height
    }
    for box in numbers.indices {
      guard let hub = Set(before[box] + after[box]).only else { continue }
      let height = graph.boxes[box].height
      let other = 2 * numbers[hub] - numbers[box]
      guard abs(numbers[hub] - numbers[box]) == 1,
        heights[other, default: 0] + height < heights[numbers[box], default: 0]
      else { continue }
      heights[numbers[box], default: 0] -= height
      heights[other, default: 0] += height
      numbers[box] = other
    }
  }
}

extension Set {
  /// The only element; `nil` if the count is not one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
