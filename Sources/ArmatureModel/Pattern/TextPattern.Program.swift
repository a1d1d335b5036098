extension TextPattern {
  /// A nondeterministic automaton over sets of scalars, as a list of instructions.
  struct Program {
    enum Instruction {
      /// Accepts the text if it ends here.
      case match
      /// Reads a scalar that is in the set with an index, and continues at another instruction.
      case read(set: Int32, next: Int32)
      /// Continues at both instructions.
      case split(Int32, Int32)
    }

    private(set) var instructions: [Instruction] = [.match]
    private(set) var start = Self.match
    let sets: [ScalarSet]

    /// The index of the only `match` instruction.
    static let match: Int32 = 0

    init(_ tree: Node, sets: [ScalarSet]) throws(SyntaxError) {
      self.sets = sets
      start = try compile(tree, then: Self.match)
    }

    /// Adds the instructions of a node and returns the first one.
    ///
    /// The tree is compiled from its end to its start, so the following instruction is always known.
    private mutating func compile(_ node: Node, then next: Int32) throws(SyntaxError) -> Int32 {
      switch node {
      case .empty, .edge:
        return next
      case .set(let set):
        return try add(.read(set: Int32(set), next: next))
      case .sequence(let parts):
        var first = next
        for part in parts.reversed() { first = try compile(part, then: first) }
        return first
      case .alternatives(let branches):
        var first = try compile(branches[branches.count - 1], then: next)
        for branch in branches.dropLast().reversed() {
          let branchStart = try compile(branch, then: next)
          first = try add(.split(branchStart, first))
        }
        return first
      case .repetition(let part, let atLeast, let atMost):
        return try compileRepetition(of: part, atLeast: atLeast, atMost: atMost, then: next)
      }
    }

    private mutating func compileRepetition(
      of part: Node, atLeast: Int, atMost: Int?, then next: Int32
    ) throws(SyntaxError) -> Int32 {
      var first = next
      if let atMost {
        // x{0,3} is compiled as (x(x(x)?)?)?, so each copy has only one exit.
        for _ in atLeast..<atMost {
          let copy = try compile(part, then: first)
          first = try add(.split(copy, next))
        }
      } else {
        first = try add(.split(next, next))
        let body = try compile(part, then: first)
        instructions[Int(first)] = .split(body, next)
      }
      for _ in 0..<atLeast { first = try compile(part, then: first) }
      return first
    }

    private mutating func add(_ instruction: Instruction) throws(SyntaxError) -> Int32 {
      guard instructions.count < Limit.instructions else { throw SyntaxError(.tooLarge) }
      instructions.append(instruction)
      return Int32(instructions.count - 1)
    }
  }
}

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
