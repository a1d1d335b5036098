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

extension TextPattern {
  /// A Unicode scalar, read from bytes that may be invalid UTF-8.
  struct UTF8Scalar {
    let value: UInt32
    let firstByte: Int
    /// The number of bytes, 1 to 4.
    let length: Int

    /// Reads the scalar at a position. Fails for invalid bytes.
    @inline(__always)
    init?(at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
      let first = UInt32(position.pointee)
      firstByte = Int(first)
      if first < 0x80 {
        (value, length) = (first, 1)
        return
      }
      let available = end - position
      guard available > 1, first >= 0xC2, let second = Self.tail(position[1]) else { return nil }
      if first < 0xE0 {
        (value, length) = ((first & 0x1F) << 6 | second, 2)
        return
      }
      guard available > 2, let third = Self.tail(position[2]) else { return nil }
      if first < 0xF0 {
        let value = (first & 0x0F) << 12 | second << 6 | third
        // An overlong encoding, or half of a surrogate pair.
        guard value >= 0x800, value & 0xF800 != 0xD800 else { return nil }
        (self.value, length) = (value, 3)
        return
      }
      guard available > 3, first < 0xF5, let fourth = Self.tail(position[3]) else { return nil }
      let value = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
      guard value >= 0x10000, value <= 0x10FFFF else { return nil }
      (self.value, length) = (value, 4)
    }

    private static func tail(_ byte: UInt8) -> UInt32? {
      byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }

    /// Returns a lower bound for the scalars that begin with a byte. The bounds ascend with the byte.
    ///
    /// If a byte cannot begin a scalar, it has the bound of the next byte that can. Bytes after the last such byte have
    /// a bound above all scalars.
    static func smallest(from byte: Int) -> UInt32 {
      switch byte {
      case ..<0x80: UInt32(byte)
      case ..<0xC2: 0x80
      case ..<0xE0: UInt32(byte & 0x1F) << 6
      case 0xE0: 0x800
      case ..<0xF0: UInt32(byte & 0x0F) << 12
      case 0xF0: 0x10000
      case ..<0xF5: UInt32(byte & 0x07) << 18
      default: ScalarSet.maximum + 1
      }
    }
  }
}
