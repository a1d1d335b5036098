/// The output formats of a ``ValidationReport``.
///
/// The raw values are the arguments of the command line option `--format`.
///
/// ```swift
/// book.pages = 0
/// let report = context.validate()
/// print(report.rendered(as: .lines))
/// let data = Data(report.rendered(as: .json).utf8)
/// ```
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people.
  ///
  /// The first line contains the numbers of errors and warnings. The failures follow with their positions, grouped by
  /// object.
  case text
  /// One line for each failure in the style of compilers, as in `path:line:column: error: message [code]`.
  case lines
  /// The encoded report as JSON, with indentation and sorted keys. You can decode it again.
  ///
  /// The IDs of objects contain the entity and the key, but not the store.
  case json
  /// GitHub workflow commands, which GitHub shows as annotations. A command looks like
  /// `::error file=…,line=…::message`.
  case github
  /// JUnit XML.
  ///
  /// Each entity is a test suite, and each failure is a test case. A warning is a test case that passes.
  case junit
  /// SARIF 2.1.0, a format for code scanning tools.
  case sarif
}

extension ValidationReport {
  /// Returns the report in the given format, with messages in the language of the given catalog.
  ///
  /// You can safely print the result on a terminal, because control characters in values, names and messages are
  /// escaped. The result does not end with a line break.
  ///
  /// - Complexity: O(*n*) in the number of failures.
  public func rendered(
    as format: ReportFormat, messages catalog: MessageCatalog = .english
  ) -> String {
    var text = ""
    write(as: format, messages: catalog, to: &text)
    return text
  }

  /// Writes the report to a stream in chunks of about 64 KB.
  ///
  /// The text is the same as that of ``rendered(as:messages:)``.
  ///
  /// Use this method for a report with millions of failures, because the whole text is never in memory.
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
