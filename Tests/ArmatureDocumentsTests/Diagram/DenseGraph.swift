import Testing

@testable import ArmatureDocuments

/// A graph with more lines than a diagram can show well.
struct DenseGraph: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let graph: LayoutGraph

  static let all = [
    DenseGraph("each with each", 16, (0..<16).flatMap { to in (0..<to).map { ($0, to) } }),
    DenseGraph(
      "a ring with links across", 60,
      (0..<60).map { ($0, ($0 + 1) % 60) } + (0..<60).map { ($0, $0 * 7 % 60) }),
    DenseGraph("two hubs", 42, (2..<42).flatMap { [(0, $0), (1, $0)] }),
    DenseGraph("many lines between two", 2, (0..<60).map { ($0 % 2, 1 - $0 % 2) }),
    DenseGraph("many loops", 2, [(0, 1)] + (0..<20).map { _ in (0, 0) }),
  ]

  private init(_ name: String, _ boxes: Int, _ pairs: [(from: Int, to: Int)]) {
    testDescription = name
    graph = LayoutGraph(
      boxes: (0..<boxes).map {
        LayoutGraph.Size(width: 100 + $0 % 7 * 20, height: 28 + $0 % 5 * 18)
      },
      lines: pairs.map { LayoutGraph.Line(from: $0.from, to: $0.to, startLabel: 40, endLabel: 30) })
  }
}
