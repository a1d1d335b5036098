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

extension TextPattern {
  /// Sets of instructions without duplicates, numbered in the order of insertion. The set with index 0 is empty.
  ///
  /// All members are stored in one array, and a hash table finds a set in it. Before, the sets were separate arrays in
  /// a dictionary, and took most of the time of compiling a pattern.
  struct InstructionSets {
    private var members: [Int32] = []
    private var ends: [Int] = [0]
    private var slots: [Int32] = Array(repeating: 0, count: 64)

    var count: Int { ends.count }

    /// Whether each set contains the match instruction.
    var areAccepting: [Bool] {
      (0..<count).map { index in
        let range = range(of: index)
        return !range.isEmpty && members[range.lowerBound] == Program.match
      }
    }

    /// Returns the range of a set's members.
    func range(of index: Int) -> Range<Int> {
      (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// Returns the member at a position of a range.
    subscript(place: Int) -> Int32 { members[place] }

    /// Returns the index of a set whose members are in ascending order. Equal sets have the same index.
    mutating func index(of sorted: [Int32]) -> Int {
      if sorted.isEmpty { return 0 }
      var slot = Self.hash(sorted) & (slots.count - 1)
      while slots[slot] != 0 {
        let index = Int(slots[slot])
        if members[range(of: index)].elementsEqual(sorted) { return index }
        slot = (slot + 1) & (slots.count - 1)
      }
      members += sorted
      ends.append(members.count)
      slots[slot] = Int32(count - 1)
      if count * 2 > slots.count { grow() }
      return count - 1
    }

    private mutating func grow() {
      slots = Array(repeating: 0, count: slots.count * 4)
      for index in 1..<count {
        var slot = Self.hash(members[range(of: index)]) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
      }
    }

    // The hash has no seed. Collisions only cost time, which the limits on states and steps bound.
    private static func hash(_ sorted: some Sequence<Int32>) -> Int {
      var hash: UInt64 = 0
      for member in sorted {
        hash = (hash ^ UInt64(UInt32(bitPattern: member))) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      return Int(truncatingIfNeeded: hash >> 8) & Int.max
    }
  }
}
