extension TextPattern {
  /// The conversion of a program to a deterministic automaton. A state is a set of instructions.
  struct SubsetConstruction {
    /// The transitions of all states. The state with index 0 is dead.
    struct Rows {
      /// The next state for each state and class. Each state has a row with an entry for each class.
      let next: [Int32]
      /// Whether each state accepts.
      let accepting: [Bool]
      let start: Int
    }

    private let program: Program
    private let alphabet: Alphabet
    private var walk: ProgramWalk
    private var reached: [Int32] = []
    private var states = InstructionSets()
    /// The next state for each state and class. Each state has a row with an entry for each class.
    private var rows: [Int32] = []
    private var steps = 0
    /// The classes of each set.
    private let classes: [[Int]]
    /// For each class, the instructions that follow when the current state reads it.
    private var targets: [[Int32]]

    /// Returns the rows. Returns `nil` if they exceed the limits on size or time.
    static func rows(of program: Program, over alphabet: Alphabet) -> Rows? {
      var construction = SubsetConstruction(program: program, alphabet: alphabet)
      return construction.makeRows()
    }

    private init(program: Program, alphabet: Alphabet) {
      self.program = program
      self.alphabet = alphabet
      walk = ProgramWalk(program)
      classes = program.sets.indices.map { set in
        (1..<alphabet.count).filter { alphabet.isMember($0, ofSet: set) }
      }
      targets = Array(repeating: [], count: alphabet.count)
    }

    private mutating func makeRows() -> Rows? {
      walk.reach(program.start)
      let start = takeReached()
      // A longer program has more states, even if they do not multiply.
      let stepLimit = Limit.subsetSteps + program.instructions.count * Limit.stepsPerInstruction
      var state = 0
      while state < states.count {
        guard states.count * alphabet.count <= Limit.cells else { return nil }
        addRow(of: state)
        if steps + walk.visits > stepLimit { return nil }
        state += 1
      }
      return Rows(next: rows, accepting: states.areAccepting, start: start)
    }

    private mutating func addRow(of state: Int) {
      let members = states.range(of: state)
      for place in members {
        guard case .read(let set, let next) = program.instructions[Int(states[place])] else {
          continue
        }
        for scalarClass in classes[Int(set)] { targets[scalarClass].append(next) }
        steps += classes[Int(set)].count
      }
      steps += members.count
      // Class 0 is in no set.
      rows.append(0)
      for scalarClass in targets.indices.dropFirst() {
        for next in targets[scalarClass] { walk.reach(next) }
        targets[scalarClass].removeAll(keepingCapacity: true)
        rows.append(Int32(takeReached()))
      }
    }

    /// Returns the state of the instructions that the walk has reached.
    private mutating func takeReached() -> Int {
      walk.finishRound(into: &reached)
      // Sorted, because the order of the walk has no meaning.
      if reached.count > 1 { reached.sort() }
      return states.index(of: reached)
    }
  }
}
