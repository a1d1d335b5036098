import TestSupport

@testable import ArmatureDocuments

/// Random boxes and lines: lines that lead back, parallel lines, and separate components.
enum RandomLayoutGraph {
  static func graph(_ random: inout SplitMix64, boxes: Int? = nil, lines: Int? = nil) -> LayoutGraph
  {
    let count = boxes ?? 1 + random.below(14)
    let sizes = (0..<count).map { _ in
      LayoutGraph.Size(width: 90 + random.below(160), height: 28 + random.below(12) * 18)
    }
    // Most lines lead to near boxes, as in real models.
    let links = (0..<(lines ?? random.below(2 * count + 2))).map { _ in
      let from = random.below(count)
      let to = random.oneIn(3) ? random.below(count) : (from + random.below(4)) % count
      return LayoutGraph.Line(
        from: from, to: to, startLabel: random.below(60), endLabel: random.below(60),
        sharesStart: from != to && random.oneIn(4))
    }
    return LayoutGraph(boxes: sizes, lines: links)
  }
}
