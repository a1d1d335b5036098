extension TextPattern {
  /// A node of the syntax tree. The parser limits the depth of the tree.
  indirect enum Node {
    /// Matches the empty text.
    case empty
    /// Matches one scalar of the set with this index.
    case set(Int)
    /// Matches the empty text at the start or the end of the whole text.
    case edge(Edge, ClosedRange<Int>)
    case sequence([Node])
    case alternatives([Node])
    case repetition(Node, atLeast: Int, atMost: Int?)

    enum Edge { case start, end }
  }
}

extension TextPattern.Node {
  /// Returns a sequence of parts.
  static func joining(_ parts: [Self]) -> Self {
    let parts = parts.filter { !$0.isEmpty }
    return switch parts.count {
    case 0: .empty
    case 1: parts[0]
    default: .sequence(parts)
    }
  }

  /// Returns a choice between branches. Several empty branches become one.
  static func choosing(_ branches: [Self]) -> Self {
    branches.count == 1 || branches.allSatisfy(\.isEmpty) ? branches[0] : .alternatives(branches)
  }

  /// Returns a repetition of a part.
  ///
  /// The repetition of an empty part is empty. Otherwise its copies would take time, but would create no instructions
  /// that a limit could count.
  static func repeating(_ part: Self, atLeast: Int, atMost: Int?) -> Self {
    if part.isEmpty || atMost == 0 { return .empty }
    if atLeast == 1 && atMost == 1 { return part }
    return .repetition(part, atLeast: atLeast, atMost: atMost)
  }

  private var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }

  /// Whether the part never consumes a scalar.
  private var hasNoWidth: Bool {
    switch self {
    case .empty, .edge: true
    case .set: false
    case .sequence(let parts): parts.allSatisfy(\.hasNoWidth)
    case .alternatives(let branches): branches.allSatisfy(\.hasNoWidth)
    case .repetition(let part, _, _): part.hasNoWidth
    }
  }

  /// Returns the place of an edge that may not be at the edge of the text, because text may come before a start or
  /// after an end. If no such edge exists, edges do not affect a match of the whole text.
  func firstInnerEdge(atStart: Bool = true, atEnd: Bool = true) -> ClosedRange<Int>? {
    switch self {
    case .empty, .set:
      return nil
    case .edge(let edge, let place):
      return (edge == .start ? atStart : atEnd) ? nil : place
    case .sequence(let parts):
      let startCount = atStart ? parts.prefix(while: \.hasNoWidth).count : -1
      let endCount = atEnd ? parts.reversed().prefix(while: \.hasNoWidth).count : -1
      for (index, part) in parts.enumerated() {
        let inner = part.firstInnerEdge(
          atStart: index <= startCount, atEnd: parts.count - 1 - index <= endCount)
        if let inner { return inner }
      }
      return nil
    case .alternatives(let branches):
      for branch in branches {
        if let inner = branch.firstInnerEdge(atStart: atStart, atEnd: atEnd) { return inner }
      }
      return nil
    case .repetition(let part, _, let atMost):
      let isOnce = atMost == 1
      return part.firstInnerEdge(atStart: atStart && isOnce, atEnd: atEnd && isOnce)
    }
  }
}
