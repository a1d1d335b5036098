import Armature

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
