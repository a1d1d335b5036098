/// The forms in which a report can be printed; the raw values are those of `--format`.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people: failures under their objects, with places, below a line that counts them.
  case text
  /// A line per failure, as compilers print them: `path:line:column: error: message [code]`.
  case lines
  /// The report as it is encoded, indented, with sorted keys; it can be decoded again.
  ///
  /// The IDs in it have names and numbers, but no longer say of which context they are.
  case json
  /// GitHub's workflow commands, which become annotations: `::error file=…,line=…::message`.
  case github
  /// JUnit's XML: a suite per entity and a test case per failure; warnings pass.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
}

extension ValidationReport {
  /// Prints the report in a form, with messages in the language of a catalogue.
  ///
  /// Control characters in values, names and messages are escaped in every form, so that no
  /// terminal obeys them. There is no line break at the end.
  public func rendered(
    as format: ReportFormat, messages catalog: MessageCatalog = .english
  ) -> String {
    let writer = catalog.writer
    return switch format {
    case .text: text(by: writer)
    case .lines: failures.map { $0.line(by: writer) }.joined(separator: "\n")
    case .json: json(messages: catalog)
    case .github: failures.map { $0.gitHubCommand(by: writer) }.joined(separator: "\n")
    case .junit: jUnit(by: writer)
    case .sarif: sarif(by: writer)
    }
  }
}
