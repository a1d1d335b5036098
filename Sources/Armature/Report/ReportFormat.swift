/// The forms in which a report can be printed; the raw values are those of `--format`.
///
/// ```swift
/// book.pages = 0
/// let report = context.validate()
/// print(report.rendered(as: .lines))
/// let data = Data(report.rendered(as: .json).utf8)
/// ```
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people: failures under their objects, with places, below a line that counts them.
  case text
  /// A line per failure, as compilers print them: `path:line:column: error: message [code]`.
  case lines
  /// The report as it is encoded, indented, with sorted keys; it can be decoded again.
  ///
  /// The IDs in it have entities and keys, but no stores.
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
  ///
  /// - Complexity: O(*n*) in the number of failures.
  public func rendered(
    as format: ReportFormat, messages catalog: MessageCatalog = .english
  ) -> String {
    var text = ""
    write(as: format, messages: catalog, to: &text)
    return text
  }

  /// Prints the report like ``rendered(as:messages:)``, in portions of some 64 KB.
  ///
  /// A report of a million failures takes no memory for its text this way.
  ///
  /// - Complexity: O(*n*) in the number of failures.
  public func write(
    as format: ReportFormat, messages catalog: MessageCatalog = .english,
    to stream: inout some TextOutputStream
  ) {
    let writer = catalog.writer
    switch format {
    case .text: writeText(by: writer, to: &stream)
    case .lines: writeLines(by: writer, to: &stream)
    case .json: writeJSON(by: writer, to: &stream)
    case .github: writeGitHubCommands(by: writer, to: &stream)
    case .junit: writeJUnit(by: writer, to: &stream)
    case .sarif: writeSARIF(by: writer, to: &stream)
    }
  }
}
