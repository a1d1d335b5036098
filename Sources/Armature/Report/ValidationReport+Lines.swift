import ArmatureModel

extension ValidationReport {
  /// Writes `path:line:column: error: message [code]` for each failure.
  func writeLines(by writer: MessageWriter, to stream: inout some TextOutputStream) {
    writeEach(to: &stream) { failure, text in
      if let source = failure.source {
        source.write(to: &text)
        text += ": "
      }
      text += failure.severity.rawValue
      text += ": "
      text += failure.messageWithRule(by: writer).displayEscaped()
      text += " ["
      text += failure.code
      text += "]"
    }
  }

  /// Writes a workflow command for each failure: `::error file=…,line=…,col=…,title=…::message`.
  ///
  /// GitHub: "Workflow commands for GitHub Actions". The runner decodes line breaks, so line breaks in a message are
  /// kept. All other invisible characters are escaped for display.
  func writeGitHubCommands(by writer: MessageWriter, to stream: inout some TextOutputStream) {
    writeEach(to: &stream) { failure, text in
      text += "::"
      text += failure.severity.rawValue
      text += " "
      if let source = failure.source {
        if !source.file.isEmpty {
          text += "file=\(source.file.gitHubEscaped(inProperty: true)),"
        }
        if source.line > 0 { text += "line=\(source.line)," }
        if source.line > 0 && source.column > 0 { text += "col=\(source.column)," }
      }
      text += "title="
      text += failure.code
      text += "::"
      text += failure.messageWithRule(by: writer).gitHubEscaped(inProperty: false)
    }
  }

  private func writeEach<Stream: TextOutputStream>(
    to stream: inout Stream, _ write: (ValidationFailure, inout String) -> Void
  ) {
    var lines = BufferedText<Stream>()
    for failure in failures {
      lines.beginLine()
      write(failure, &lines.text)
      lines.passOn(to: &stream)
    }
    stream.write(lines.text)
  }
}

extension String {
  /// Returns the text with the characters escaped that the runner decodes: percent signs, line breaks, and in
  /// properties the delimiters.
  fileprivate func gitHubEscaped(inProperty: Bool) -> String {
    displayEscaped(keepingLineBreaks: true).escaping(inProperty ? "%\r\n:," : "%\r\n") { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where inProperty: "%3A"
      case "," where inProperty: "%2C"
      default: nil
      }
    }
  }
}
