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
      case .inverses: "A relationship and its inverse must lead to each other's objects."
      case .changeFlags: "Objects and context must agree on what has changed."
      case .refusal: "A call that throws must not change anything."
      case .save: "After a save, nothing must be left to save."
      case .rollback: "After a rollback, everything must be as last saved."
      case .roundTrip: "Valid objects that were written must be read back equal."
      case .values: "A value must be read as it was set."
      case .reading:
        "Another context must read all objects as they were saved, and have nothing to save."
      case .undo: "Undo must restore the state before a change, and redo the state after it."
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
      To repeat it in a test with the trait .context(model):

      let context = Test.context
      \(lines)
      """
  }
}
