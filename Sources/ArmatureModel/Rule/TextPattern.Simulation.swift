extension TextPattern {
  /// A program that runs as it is: all instructions that are possible at a scalar, in step.
  ///
  /// Each scalar takes at most one step per instruction, so the time stays linear.
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
