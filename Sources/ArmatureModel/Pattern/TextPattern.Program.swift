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
