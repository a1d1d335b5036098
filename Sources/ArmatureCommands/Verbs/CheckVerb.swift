import Armature

extension Verb {
  static let check = Verb(
    name: "check", summary: "lists every mistake and every warning in a model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: [
      ModelFile.option,
      Option(
        "format", .word(ModelCheck.Format.allCases.map(\.rawValue)),
        "the form of the list; \"text\""),
    ],
    details: ["The exit status is 1 if there is a mistake; warnings are none."],
    examples: [
      Example("armature check shop.swift", "lists the mistakes, as compilers do."),
      Example("armature check --format github shop.swift", "makes them annotations on GitHub."),
    ]
  ) { call in
    let check = ModelCheck(call)
    do {
      return try check.report([], warnings: ModelFile(call.operands[0], call).model().warnings)
    } catch let error as ModelError {
      return try check.report(error.issues, warnings: [])
    }
  }
}

/// Prints what is wrong with a model.
struct ModelCheck {
  let call: Call

  enum Format: String, CaseIterable {
    case text, json, github
  }

  private struct Entry: Encodable {
    let severity: String
    let code: String
    let entity: String
    let property: String?
    let message: String
    let file: String
    let line: Int
  }

  init(_ call: Call) { self.call = call }

  /// Prints issues; the status is that of mistakes.
  func report(_ issues: [ModelIssue], warnings: [ModelIssue]) throws -> ExitStatus {
    let entries = issues.map { entry($0, "error") } + warnings.map { entry($0, "warning") }
    let result = call.session.result
    switch call["format"].flatMap(Format.init) ?? .text {
    case .text: for entry in entries { result.line(text(entry)) }
    case .github: for entry in entries { result.line(annotation(entry)) }
    case .json: result.line(try JSONForm.text(entries))
    }
    return issues.isEmpty ? .success : .findings
  }

  private func entry(_ issue: ModelIssue, _ severity: String) -> Entry {
    // Modules have no folders: of the script's own lines, the path is the one that was given.
    let path = call.operands[0]
    let isOwn = issue.site.file == "script/\(path.lastPathPart)"
    return Entry(
      severity: severity, code: issue.code.rawValue, entity: issue.entity, property: issue.property,
      message: issue.message, file: isOwn || issue.site.line == 0 ? path : issue.site.file,
      line: issue.site.line)
  }

  private func text(_ entry: Entry) -> String {
    let session = call.session
    let style = entry.severity == "error" ? TextStyle.red : .yellow
    let word = style.applied(to: "\(entry.severity):", session.hasColor(session.result))
    let line = entry.line > 0 ? ":\(entry.line)" : ""
    let message = entry.message.displayEscaped(keepingLineBreaks: true)
    return "\(entry.file.displayEscaped())\(line): \(word) \(message) [\(entry.code)]"
  }

  /// GitHub: "Workflow commands for GitHub Actions".
  private func annotation(_ entry: Entry) -> String {
    func escaped(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    let file = escaped(entry.file).replacing(":", with: "%3A").replacing(",", with: "%2C")
    let line = entry.line > 0 ? ",line=\(entry.line)" : ""
    return "::\(entry.severity) file=\(file)\(line),title=\(entry.code)::\(escaped(entry.message))"
  }
}
