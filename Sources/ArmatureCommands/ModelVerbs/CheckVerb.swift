import Armature
import ArmatureTools

extension Verb {
  static let check = Verb(
    name: "check", summary: "lists every mistake and every warning in a model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      FindingList.option,
      Option(
        "profile", .word(ModelProfile.allCases.map(\.rawValue)),
        "what the model is to be used with: tells what cannot be held there, too"),
    ],
    details: [
      "The exit status is 1 if there is a mistake; warnings are none. What a profile cannot hold is a mistake."
    ],
    examples: [
      Example("armature check shop.swift", "lists the mistakes, as compilers do."),
      Example(
        "armature check --format github --profile cloudkit shop.swift",
        "makes them annotations on GitHub, with what CloudKit cannot mirror."),
    ],
    work: .withModel(
      { model, call in
        let profile = call["profile"].flatMap(ModelProfile.init)
        return try report(
          profile.map(model.issues(for:)) ?? [], warnings: model.warnings, call)
      },
      mistakes: { error, call in try report(error.issues, warnings: [], call) }))

  /// Prints issues; returns the status for findings.
  private static func report(
    _ issues: [ModelIssue], warnings: [ModelIssue], _ call: Call
  ) throws -> ExitStatus {
    var list = FindingList(call)
    list.add(issues, .error)
    list.add(warnings, .warning)
    try list.print()
    return issues.isEmpty ? .success : .findings
  }
}
