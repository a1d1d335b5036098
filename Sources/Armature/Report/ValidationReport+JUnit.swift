import ArmatureModel

extension ValidationReport {
  /// Writes a suite per entity and a test case per failure, in the order of the report.
  func writeJUnit<Stream: TextOutputStream>(by writer: MessageWriter, to stream: inout Stream) {
    var suites: [(entity: String, failures: [Int])] = []
    var indices: [String: Int] = [:]
    for (position, failure) in failures.enumerated() {
      if let index = indices[failure.entity] {
        suites[index].failures.append(position)
      } else {
        indices[failure.entity] = suites.count
        suites.append((failure.entity, [position]))
      }
    }
    var lines = BufferedText<Stream>()
    lines.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    lines.line(
      "<testsuites name=\"Armature\" tests=\"\(count)\" failures=\"\(errorCount)\" errors=\"0\">")
    for (entity, positions) in suites {
      let name = entity.isEmpty ? writer.text("place.input") : entity
      let errors = positions.count { failures[$0].severity == .error }
      lines.line(
        "  <testsuite name=\"\(name.xmlEscaped)\" tests=\"\(positions.count)\""
          + " failures=\"\(errors)\" errors=\"0\" skipped=\"0\">")
      var known: [String: Int] = [:]
      for failure in positions.lazy.map({ failures[$0] }) {
        let testName = failure.testName(suite: name)
        let number = known[testName, default: 0] + 1
        known[testName] = number
        // Readers of such files merge test cases with the same name.
        let testCase = failure.testCase(
          named: number == 1 ? testName : "\(testName) (\(number))", suite: name, by: writer)
        for line in testCase { lines.line(line) }
        lines.passOn(to: &stream)
      }
      lines.line("  </testsuite>")
    }
    lines.line("</testsuites>")
    stream.write(lines.text)
  }
}

extension ValidationFailure {
  /// Returns the object, the property, the code, and the rule if several rules have the code.
  fileprivate func testName(suite: String) -> String {
    let address = address.isEmpty ? suite : address
    let rule =
      switch kind {
      case .rule(.predicate(let name, _), _, _, _), .rule(.custom(let name, _), _, _, _),
        .unboundRule(let name), .threw(let name, _):
        " \(name.quotedName())"
      case .rule(.unique(let properties), _, _, _) where properties.count > 1:
        " \(properties.joined(separator: ", "))"
      default: ""
      }
    return "\(address) [\(code)\(rule)]"
  }

  fileprivate func testCase(
    named name: String, suite: String, by writer: MessageWriter
  ) -> [String] {
    var start = "    <testcase classname=\"\(suite.xmlEscaped)\""
    start += " name=\"\(name.xmlEscaped)\" time=\"0\""
    if let source, !source.file.isEmpty {
      start += " file=\"\(source.file.xmlEscaped)\""
      if source.line > 0 { start += " line=\"\(source.line)\"" }
    }
    let message = message(by: writer)
    let body = ([message] + [places(by: writer)].compactMap { $0 }).map(\.xmlEscaped)
      .joined(separator: "\n")
    let content =
      switch severity {
      case .error:
        "      <failure type=\"\(code)\" message=\"\(message.xmlEscaped)\">\(body)</failure>"
      case .warning:
        "      <system-out>\(writer.text("severity.warning").xmlEscaped): \(body)</system-out>"
      }
    return [start + ">", content, "    </testcase>"]
  }
}

extension String {
  /// The text for content and attributes, with characters escaped that XML 1.0 does not allow.
  fileprivate var xmlEscaped: String {
    displayEscaped().escaping("&<>\"'") { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // Content must not have `]]>`.
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      default: nil
      }
    }
  }
}
