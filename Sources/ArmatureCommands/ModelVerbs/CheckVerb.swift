import Armature

extension Verb {
  static let check = Verb(
    name: "check", summary: "lists every mistake and every warning in a model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [FindingList.option],
    details: ["The exit status is 1 if there is a mistake; warnings are none."],
    examples: [
      Example("armature check shop.swift", "lists the mistakes, as compilers do."),
      Example("armature check --format github shop.swift", "makes them annotations on GitHub."),
    ],
    work: .withModel(
      { model, call in try report([], warnings: model.warnings, call) },
      mistakes: { error, call in try report(error.issues, warnings: [], call) }))

  /// Prints issues; the status is that of mistakes.
  private static func report(
    _ issues: [ModelIssue], warnings: [ModelIssue], _ call: Call
  ) throws -> ExitStatus {
    var list = FindingList(call)
    for (severity, issues) in [(ValidationRule.Severity.error, issues), (.warning, warnings)] {
      for issue in issues {
        list.add(
          severity, issue.code.rawValue, entity: issue.entity, property: issue.property,
          issue.message, at: issue.site)
      }
    }
    try list.print()
    return issues.isEmpty ? .success : .findings
  }
}
