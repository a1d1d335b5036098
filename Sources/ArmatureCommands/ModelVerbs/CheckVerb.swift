import Armature
import ArmatureTools

extension Verb {
  static let check = Verb(
    name: "check", summary: "lists all errors and warnings in a model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      FindingList.option,
      Option(
        "profile", .word(ModelProfile.allCases.map(\.rawValue)),
        "the system to use the model with; its limits are checked, too"),
    ],
    details: [
      "The exit status is 1 if there are errors. Declarations that a profile does not support "
        + "are errors."
    ],
    examples: [
      Example("armature check shop.swift", "lists the issues in the format of compilers."),
      Example(
        "armature check --format github --profile cloudkit shop.swift",
        "prints GitHub annotations, including issues for CloudKit."),
    ],
    work: .withModel(
      { model, call in
        let profile = call["profile"].flatMap(ModelProfile.init)
        return try report(
          profile.map(model.issues(for:)) ?? [], warnings: model.warnings, call)
      },
      reportIssues: { error, call in try report(error.issues, warnings: [], call) }))

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
