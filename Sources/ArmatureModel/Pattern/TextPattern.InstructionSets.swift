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
