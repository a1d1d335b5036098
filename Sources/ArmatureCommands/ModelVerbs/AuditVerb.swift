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
        + "is no proof, especially for rules with closures.",
      "The exit status is 1 if there are findings.",
    ],
    examples: [
      Example("armature audit shop.swift", "lists these rules in the format of compilers."),
      Example("armature audit --format json shop.swift", "lists them as JSON."),
    ],
    work: .withModel { model, call in
      let audit = model.audit(seed: UInt64(call.number("seed") ?? 0))
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
          "The rules of \(entity) were not checked one by one, since no valid object was found, "
            + "or none of a required entity. Correct the rules that cannot be satisfied, and "
            + "check again.",
          at: model[entity]?.site ?? .unknown)
      }
      try list.print()
      return audit.findings.isEmpty ? .success : .findings
    })
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
