/// A violated law, with the history that leads to the violation.
struct LawViolation: CustomStringConvertible {
  let law: Law
  /// The violation, in sentences.
  let finding: String
  /// The steps up to the violation.
  let steps: [HistoryStep]

  /// A law that must hold at all times.
  enum Law: String {
    case inverses
    case changeFlags = "change flags"
    case refusal
    case save
    case rollback
    case roundTrip = "round trip"
    case values
    case reading
    case undo

    var sentence: String {
      switch self {
      case .inverses: "Two relationships that are each other's inverse must both lead there."
      case .changeFlags: "Objects and context must agree on what has changed."
      case .refusal: "What throws must have changed nothing."
      case .save: "After a save nothing must be left to be saved."
      case .rollback: "After a rollback everything must be as it was last saved."
      case .roundTrip: "Valid objects that were written must be read back equal."
      case .values: "What is set must be what is read."
      case .reading: "What was saved must be what another context reads, with nothing to be saved."
      case .undo: "Undo must bring back what was there before, and redo what was there behind."
      }
    }
  }

  var description: String {
    var names: [Int: String] = [:]
    var lines = steps.map { $0.source(&names) }.joined(separator: "\n")
    if steps.contains(where: \.isUndo) { lines = "context.recordsUndo = true\n" + lines }
    return """
      \(law.sentence) The law of \(law.rawValue) does not hold:
      \(finding)
      This repeats it, in a test with the trait .context(model):

      let context = Test.context
      \(lines)
      """
  }
}
