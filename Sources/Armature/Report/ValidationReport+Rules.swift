import ArmatureModel

/// The text of a report with very many failures, grouped by rule.
extension ValidationReport {
  /// The number of failures up to which they are grouped by object; more are grouped by rule.
  static let singleLimit = 200
  /// The number of failures listed for a rule.
  private static let firstLimit = 3

  /// The failures of one rule at one property.
  private struct RuleGroup {
    var count = 0
    /// The positions of the first failures in the report.
    var first: [Int] = []
  }

  /// The common facts of one rule's failures.
  private struct RuleKey: Hashable {
    let entity: String
    let path: [String]
    let code: String
    let severity: ValidationRule.Severity
    /// The name of the rule, if it has one.
    let rule: String
    // Two sites always compare as equal.
    let line: Int

    init(_ failure: ValidationFailure) {
      entity = failure.entity
      path = failure.commonPath
      code = failure.code
      severity = failure.severity
      rule = failure.ruleName ?? ""
      line = failure.ruleSite?.line ?? 0
    }
  }

  /// Writes the rules with their first failures, starting with the most broken rule.
  func writeRules<Stream: TextOutputStream>(
    by writer: MessageWriter, in lines: inout BufferedText<Stream>, to stream: inout Stream
  ) {
    var groups: [RuleGroup] = []
    var indices: [RuleKey: Int] = [:]
    for (position, failure) in failures.enumerated() {
      let key = RuleKey(failure)
      let index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append(RuleGroup())
      }
      groups[index].count += 1
      if groups[index].first.count < Self.firstLimit { groups[index].first.append(position) }
    }
    let order = groups.indices.sorted { (groups[$1].count, $0) < (groups[$0].count, $1) }
    for group in order.map({ groups[$0] }) {
      lines.line("")
      lines.line(heading(of: group, by: writer))
      lines.passOn(to: &stream)
      for failure in group.first.map({ failures[$0] }) {
        let message = failure.groupedMessage(by: writer).displayEscaped()
        lines.line("  \(message)")
        if let source = failure.sourceText {
          lines.line("    \(writer.text("report.at", [.position: source]))")
        }
      }
      if group.count > group.first.count {
        lines.line(
          "  " + writer.text("report.more", [.count: (group.count - group.first.count).grouped]))
      }
    }
  }

  /// `16,049 × error: Payment.amount [range.tooSmall], rule at Shop/Model.swift:12`.
  private func heading(of group: RuleGroup, by writer: MessageWriter) -> String {
    let failure = failures[group.first[0]]
    let severity = writer.text("severity.\(failure.severity.rawValue)")
    var text =
      "\(group.count.grouped) × \(severity): \(failure.commonPlace(by: writer).displayEscaped())"
    if let name = failure.ruleName { text += " \(name.quotedName())" }
    text += " [\(failure.code)]"
    if let site = failure.knownRuleSite {
      text += ", " + writer.text("report.rule", [.site: site.description.displayEscaped()])
    }
    return text
  }
}

extension ValidationFailure {
  /// The key path without indices and without names from data.
  fileprivate var commonPath: [String] {
    let names = keyPath.map { PathElement($0).name }
    switch kind {
    case .unknownKey: return names.dropLast()
    case .schema: return Array(names.prefix(1))
    default: return names
    }
  }

  /// Returns the entity and the property common to all failures of the rule.
  fileprivate func commonPlace(by writer: MessageWriter) -> String {
    var failure = self
    failure.keyPath = commonPath
    return failure.topicText(by: writer)
  }

  /// The name of the broken rule, if it has one.
  fileprivate var ruleName: String? {
    switch kind {
    case .rule(.predicate(let name, _), _, _, _), .rule(.custom(let name, _), _, _, _),
      .unboundRule(let name), .threw(let name, _):
      name
    default: nil
    }
  }

  /// Returns the message, preceded by the object if the message does not name it.
  fileprivate func groupedMessage(by writer: MessageWriter) -> String {
    let (message, object) = (message(by: writer), object.description)
    let isTold = object.isEmpty || object == entity || keyPath.isEmpty && customMessage == nil
    return isTold ? message : "\(object): \(message)"
  }
}

extension Int {
  /// The number with commas between thousands.
  var grouped: String {
    var digits = String(magnitude)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}
