import Armature

/// The issues of a model, one on each line. The format is that of a compiler, JSON, or GitHub annotations.
struct FindingList {
  private let call: Call
  private let path: String
  private var findings: [Finding] = []

  private enum Format: String, CaseIterable {
    case text, json, github
  }

  /// The option for the format.
  static let option = Verb.Option(
    "format", .word(Format.allCases.map(\.rawValue)), "the format of the list (default: \"text\")")

  private struct Finding: Encodable {
    let severity: ValidationRule.Severity
    let code: String
    let entity: String
    let property: String?
    let message: String
    let file: String
    let line: Int
    /// The column; only for files other than Swift.
    let column: Int?
    /// The place in a file without lines: `Cup, row 8`.
    var path: String?
  }

  /// Creates a list of issues in a file. By default, this is the model in the first operand.
  init(_ call: Call, of path: String? = nil) {
    self.call = call
    self.path = path ?? call.modelPath
  }

  /// Adds issues of reading or writing a model.
  mutating func add(_ issues: [ModelIssue], _ severity: ValidationRule.Severity) {
    for issue in issues {
      add(
        severity, issue.code.rawValue, entity: issue.entity, property: issue.property,
        issue.message, at: issue.site)
    }
  }

  mutating func add(
    _ severity: ValidationRule.Severity, _ code: String, entity: String, property: String?,
    _ message: String, at site: DeclarationSite
  ) {
    findings.append(
      Finding(
        severity: severity, code: code, entity: entity, property: property,
        message: message,
        // An unknown position is shown as the beginning of the file.
        file: site.file.isEmpty ? path.shown : site.file, line: site.line,
        column: site.column == 0 ? nil : site.column))
  }

  /// Adds the failures of objects in the file.
  private mutating func add(_ report: ValidationReport, errorsOnly: Bool) {
    for failure in report where !errorsOnly || failure.severity == .error {
      findings.append(
        Finding(
          severity: failure.severity, code: failure.code, entity: failure.entity,
          property: failure.keyPath.isEmpty ? nil : failure.keyPath.joined(separator: "."),
          message: failure.message, file: path.shown, line: failure.source?.line ?? 0, column: nil,
          path: failure.source?.path))
    }
  }

  /// Prints the issues of a model and the failures of objects. If the output is quiet, only errors are printed.
  static func print(
    _ warnings: [ModelIssue], errors: [ModelIssue] = [], _ report: ValidationReport? = nil,
    of path: String, to output: Output, _ call: Call
  ) throws {
    let isQuiet = call.session.loudness == .quiet && output === call.session.talk
    if isQuiet && errors.isEmpty && (report?.errors.isEmpty ?? true) { return }
    var list = FindingList(call, of: path)
    if !isQuiet { list.add(warnings, .warning) }
    list.add(errors, .error)
    if let report { list.add(report, errorsOnly: isQuiet) }
    try list.print(to: output)
  }

  /// Prints the list, by default to the result.
  func print(to output: Output? = nil) throws {
    let result = output ?? call.session.result
    switch call["format"].flatMap(Format.init) ?? .text {
    case .text: for finding in findings { result.line(text(finding, on: result)) }
    case .github: for finding in findings { result.line(annotation(finding)) }
    case .json: result.line(try JSONForm.text(findings))
    }
  }

  private func text(_ finding: Finding, on output: Output) -> String {
    let style = finding.severity == .error ? TextStyle.red : .yellow
    let word = style.applied(to: "\(finding.severity):", call.session.hasColor(output))
    let line = finding.line > 0 ? ":\(finding.line)" : ""
    let column = finding.column.map { ":\($0)" } ?? ""
    let message = finding.message.displayEscaped(keepingLineBreaks: true)
    return "\(finding.file.displayEscaped())\(line)\(column): \(word) \(message) [\(finding.code)]"
  }

  /// Source: GitHub, "Workflow commands for GitHub Actions".
  private func annotation(_ finding: Finding) -> String {
    func escaped(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    let file = escaped(finding.file).replacing(":", with: "%3A").replacing(",", with: "%2C")
    let line = finding.line > 0 ? ",line=\(finding.line)" : ""
    let column = finding.column.map { ",col=\($0)" } ?? ""
    return "::\(finding.severity) file=\(file)\(line)\(column),title=\(finding.code)::"
      + escaped(finding.message)
  }
}
