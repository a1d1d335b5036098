extension TextPattern {
  /// Makes a deterministic table of a program: each of its states is a set of instructions.
  struct SubsetConstruction {
    private let program: Program
    private let alphabet: Alphabet
    private var walk: ProgramWalk
    private var reached: [Int32] = []
    private var states = InstructionSets()
    /// The next state for each state and class, in rows of one entry per class.
    private var rows: [Int32] = []
    private var steps = 0

    /// Returns the table, or nil if it would be too large or take too long to make.
    static func table(of program: Program, over alphabet: Alphabet) -> TransitionTable? {
      var construction = SubsetConstruction(program: program, alphabet: alphabet)
      return construction.makeTable()
    }

    private init(program: Program, alphabet: Alphabet) {
      self.program = program
      self.alphabet = alphabet
      walk = ProgramWalk(program)
    }

    private mutating func makeTable() -> TransitionTable? {
      walk.reach(program.start)
      let start = takeReached()
      var state = 0
      while state < states.count {
        guard states.count * alphabet.count <= Limit.cells, addRow(of: state) else { return nil }
        state += 1
      }
      return TransitionTable(
        rows: rows, accepting: states.areAccepting, start: start, alphabet: alphabet)
    }

    /// Adds the row of a state, or returns false if that exceeds the allowed number of steps.
    private mutating func addRow(of state: Int) -> Bool {
      let members = states.range(of: state)
      // Class 0 is in no set.
      rows.append(0)
      for scalarClass in 1..<alphabet.count {
        for place in members {
          guard
            case .read(let set, let next) = program.instructions[Int(states[place])],
            alphabet.isMember(scalarClass, ofSet: Int(set))
          else { continue }
          walk.reach(next)
        }
        steps += members.count
        if steps + walk.visits > Limit.subsetSteps { return false }
        rows.append(Int32(takeReached()))
      }
      return true
    }

    /// Returns the state of the instructions that the walk has reached.
    private mutating func takeReached() -> Int {
      walk.finishRound(into: &reached)
      // Sorted, because the order of arrival means nothing.
      if reached.count > 1 { reached.sort() }
      return states.index(of: reached)
    }
  }
}
