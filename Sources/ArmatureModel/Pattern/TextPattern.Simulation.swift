extension TextPattern {
  /// A direct simulation of a program. It follows all possible instructions at each scalar.
  ///
  /// Each scalar takes at most one step for each instruction, so the time is linear.
  final class Simulation: Sendable {
    private let program: Program
    private let alphabet: Alphabet
    private let classes: ScalarClasses

    init(_ program: Program, _ alphabet: Alphabet) {
      self.program = program
      self.alphabet = alphabet
      classes = ScalarClasses(alphabet)
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var walk = ProgramWalk(program)
      walk.reach(program.start)
      var active: [Int32] = []
      walk.finishRound(into: &active)
      guard var position = bytes.baseAddress else { return active.contains(Program.match) }
      let end = position + bytes.count
      while position < end {
        guard let scalar = UTF8Scalar(at: position, before: end) else { return false }
        position += scalar.length
        let scalarClass = classes[scalar]
        for index in active {
          guard
            case .read(let set, let next) = program.instructions[Int(index)],
            alphabet.isMember(scalarClass, ofSet: Int(set))
          else { continue }
          walk.reach(next)
        }
        walk.finishRound(into: &active)
        if active.isEmpty { return false }
      }
      return active.contains(Program.match)
    }
  }
}

extension TextPattern {
  /// A collector for the instructions that can be reached without reading a scalar. It works in rounds.
  struct ProgramWalk {
    private let instructions: [Program.Instruction]
    private var reached: [Int32] = []
    private var pending: [Int32] = []
    /// The last round that visited each instruction.
    private var rounds: [Int]
    private var round = 1
    /// The number of instructions visited so far.
    private(set) var visits = 0

    init(_ program: Program) {
      instructions = program.instructions
      rounds = Array(repeating: 0, count: program.instructions.count)
    }

    /// Adds an instruction, or the targets of a split, unless this round has already visited it.
    mutating func reach(_ first: Int32) {
      pending.append(first)
      while let index = pending.popLast() {
        if rounds[Int(index)] == round { continue }
        rounds[Int(index)] = round
        visits += 1
        if case .split(let one, let other) = instructions[Int(index)] {
          pending.append(other)
          pending.append(one)
        } else {
          reached.append(index)
        }
      }
    }

    /// Replaces the members with the instructions of this round, in any order, and starts the next round.
    mutating func finishRound(into members: inout [Int32]) {
      swap(&reached, &members)
      reached.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}
