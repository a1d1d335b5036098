import Armature
import ArmatureGenerator

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
