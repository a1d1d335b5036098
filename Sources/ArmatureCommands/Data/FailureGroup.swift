import Armature

/// The failures with the same code and the same property or rule.
struct FailureGroup: Encodable {
  let entity: String
  let property: String?
  let code: String
  /// The name of the rule, if it has one.
  let rule: String?
  let severity: ValidationRule.Severity
  var count = 0
  /// The first three places, as `file:line:column`.
  var places: [String] = []

  /// Returns the groups of a report. The largest groups come first, and groups of equal size are in the order of their
  /// first failures.
  static func groups(of report: ValidationReport) -> [FailureGroup] {
    var groups: [FailureGroup] = []
    var indices: [[String?]: Int] = [:]
    for failure in report {
      let group = FailureGroup(failure)
      let index = indices[group.key] ?? groups.count
      if index == groups.count {
        indices[group.key] = index
        groups.append(group)
      }
      groups[index].count += 1
      if groups[index].places.count < 3, let source = failure.source {
        groups[index].places.append(source.description)
      }
    }
    let sorted = groups.indices.sorted { (-groups[$0].count, $0) < (-groups[$1].count, $1) }
    return sorted.map { groups[$0] }
  }

  private init(_ failure: ValidationFailure) {
    entity = failure.entity
    property = failure.property
    code = failure.code
    severity = failure.severity
    rule =
      switch failure.kind {
      case .rule(.predicate(let name, _), _, _, _), .rule(.custom(let name, _), _, _, _),
        .threw(let name, _), .unboundRule(let name):
        name
      default: nil
      }
  }

  private var key: [String?] { [entity, property, code, rule, severity.rawValue] }

  /// Returns a line for each group with its count, subject and places. If there are more groups than the limit, a line
  /// with the number of the other groups follows.
  static func text(_ groups: [FailureGroup], limit: Int) -> String {
    let shown = groups.prefix(limit)
    let width = shown.map { String($0.count).count }.max() ?? 0
    let lines = shown.map { group in
      let count = String(group.count)
      let name = group.property.map { "\(group.entity).\($0)" } ?? group.entity
      let rule = group.rule.map { " \"\($0)\"" } ?? ""
      let code = group.severity == .warning ? "warning, \(group.code)" : group.code
      let places = group.places.isEmpty ? "" : " at " + group.places.joined(separator: ", ")
      let blanks = String(repeating: " ", count: width - count.count)
      return "\(blanks)\(count) \((name + rule).displayEscaped()) [\(code)]\(places)\n"
    }
    let more = groups.count - shown.count
    return lines.joined() + (more == 0 ? "" : "and \(more) more\n")
  }
}

/// Writes reports as results of a command.
enum ReportText {
  /// Writes a report, in colour if the output allows it.
  static func write(_ report: ValidationReport, as format: ReportFormat, _ session: Session) {
    var result = session.result
    if format == .text && session.hasColor(result) {
      result.line(colored(report.rendered(as: .text, messages: .command)))
    } else {
      report.write(as: format, messages: .command, to: &result)
      if !report.isEmpty || (format != .lines && format != .github) { result.line() }
    }
  }

  private static func colored(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for (start, style) in [("  error:", TextStyle.red), ("  warning:", .yellow)]
      where line.hasPrefix(start) {
        return "  " + style.applied(to: String(start.dropFirst(2))) + line.dropFirst(start.count)
      }
      return String(line)
    }.joined(separator: "\n")
  }
}
