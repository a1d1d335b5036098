import Armature
import ArmatureGenerator
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
          profile.map(model.issues(for:)) ?? [],
          warnings: (call.session.schema?.issues ?? []) + model.warnings, call)
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

extension Verb {
  static let audit = Verb(
    name: "audit", summary: "finds rules that have no effect, or that no object can satisfy",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      FindingList.option,
      Option("seed", .number("n"), "the seed; another one searches other objects (default: 0)"),
    ],
    details: [
      "The verb searches for a valid object of each entity, and for an object that breaks only "
        + "one rule, for each rule. It reports rules that no value can break, rules that no "
        + "value can satisfy, and rules that another rule implies. A search that finds nothing "
        + "is no proof. For a rule that is a closure, it can only guess values: such rules are "
        + "named on the standard error, and are not findings.",
      "The exit status is 1 if there are findings.",
    ],
    examples: [
      Example("armature audit shop.swift", "lists these rules in the format of compilers."),
      Example("armature audit --format json shop.swift", "lists them as JSON."),
    ],
    work: .withModel { model, call in
      let audit = try call.skippingClosures(of: model).audit(seed: UInt64(call.number("seed") ?? 0))
      var list = FindingList(call)
      for finding in audit.findings {
        let path = finding.rule.path.split(separator: ".", maxSplits: 1).map(String.init)
        list.add(
          .warning, finding.kind.code, entity: path.first ?? "",
          property: path.count > 1 ? path[1] : nil, finding.message, at: finding.site)
      }
      for entity in audit.unexamined {
        list.add(
          .warning, "unexamined", entity: entity, property: nil,
          ModelAudit.unexaminedMessage(entity),
          at: model[entity]?.site ?? .unknown)
      }
      try list.print()
      // A model without closures has already been warned about.
      if model.unboundRules.isEmpty { for rule in audit.undecided { tell(rule, call) } }
      return audit.findings.isEmpty ? .success : .findings
    })

  /// Prints a rule that a search cannot decide.
  private static func tell(_ rule: ModelAudit.Finding, _ call: Call) {
    let place = rule.site.description.isEmpty ? "" : "\(rule.site): "
    call.session.say("\(place)\(rule.message)".displayEscaped())
  }
}

extension ModelAudit.Finding.Kind {
  /// The code for other programs.
  fileprivate var code: String {
    switch self {
    case .unbreakable: "unbreakable"
    case .unkeepable: "unkeepable"
    case .implied: "implied"
    case .impliedTogether: "impliedTogether"
    }
  }
}

extension Verb {
  static let validate = Verb(
    name: "validate", summary: "checks data against a model",
    operands: [
      Operand(name: "model", help: ModelFile.help),
      DataLoad.operand,
    ],
    options: ModelFile.options + DataLoad.options + [
      Option("keep-valid", "count the valid objects even if others are invalid"),
      .watch,
    ],
    details: [
      "A file is named after its entity, such as Book.json, or contains an object with an array "
        + "for each entity. All files in a folder are read. References may lead to records in "
        + "any file.",
      "The exit status is 1 if there are errors in the data, and 65 if text is invalid JSON or "
        + "CSV.",
    ],
    examples: [
      Example("armature validate shop.swift shop.json", "prints totals and all errors."),
      Example(
        "armature validate shop.swift data/ --format sarif > report.sarif",
        "checks a folder, for code scanning."),
    ],
    work: .withModel { model, call in
      let model = try call.skippingClosures(of: model)
      return try DataLoad(model, call).run(
        into: ManagedObjectContext(model: model),
        onFailure: call.has("keep-valid") ? .keepValid : .keepNothing)
    })
}
