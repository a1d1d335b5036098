/// The output formats of a report; the raw values are the arguments of `--format`.
///
/// ```swift
/// book.pages = 0
/// let report = context.validate()
/// print(report.rendered(as: .lines))
/// let data = Data(report.rendered(as: .json).utf8)
/// ```
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people: a line with numbers, followed by the failures and their positions, grouped by object.
  case text
  /// A line per failure in the style of compilers: `path:line:column: error: message [code]`.
  case lines
  /// The encoded report, indented and with sorted keys; it can be decoded again.
  ///
  /// The IDs contain entities and keys, but no stores.
  case json
  /// GitHub workflow commands, which become annotations: `::error file=…,line=…::message`.
  case github
  /// JUnit XML: a suite per entity and a test case per failure; warnings pass.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
}

extension ValidationReport {
  /// Returns the report in a format, with messages in the language of a catalog.
  ///
  /// Control characters in values, names and messages are escaped in every format, so that a terminal does not
  /// interpret them. The text does not end with a line break.
  ///
  /// - Complexity: O(*n*) in the number of failures.
  public func rendered(
    as format: ReportFormat, messages catalog: MessageCatalog = .english
  ) -> String {
    var text = ""
    write(as: format, messages: catalog, to: &text)
    return text
  }

  /// Writes the report to a stream, like ``rendered(as:messages:)``, in portions of about 64 KB.
  ///
  /// The text of a report of a million failures is never in memory as a whole.
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
