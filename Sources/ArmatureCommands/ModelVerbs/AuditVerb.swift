import Armature
import ArmatureGenerator

extension Verb {
  static let audit = Verb(
    name: "audit", summary: "looks for rules that do nothing, or that nothing can keep",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      FindingList.option,
      Option("seed", .number("n"), "another number searches among other objects; 0 unless given"),
    ],
    details: [
      "For each rule it searches for an object that breaks that one and no other, and for each entity for "
        + "one that breaks none. Found are rules that no value can break, that none can keep, or that another "
        + "rule implies. What a search does not find may exist all the same, behind closures above all.",
      "The exit status is 1 if there is a finding.",
    ],
    examples: [
      Example("armature audit shop.swift", "lists such rules, as compilers do."),
      Example("armature audit --format json shop.swift", "lists them for programs."),
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
          "No rule of \(entity) was looked at alone, since no object that keeps all of them was found, or"
            + " none of what it requires. Correct those that cannot be kept, and look again.",
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
