import ArmatureModel

extension ValidationReport {
  /// A suite per entity and a test case per failure, in the order of the report.
  func jUnit(by writer: MessageWriter) -> String {
    var suites: [(entity: String, failures: [ValidationFailure])] = []
    var indices: [String: Int] = [:]
    for failure in failures {
      if let index = indices[failure.entity] {
        suites[index].failures.append(failure)
      } else {
        indices[failure.entity] = suites.count
        suites.append((failure.entity, [failure]))
      }
    }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"Armature\" tests=\"\(count)\" failures=\"\(errors.count)\" errors=\"0\">",
    ]
    for (entity, failures) in suites {
      let name = entity.isEmpty ? writer.text("place.input") : entity
      let errors = failures.count { $0.severity == .error }
      lines.append(
        "  <testsuite name=\"\(name.xmlEscaped)\" tests=\"\(failures.count)\""
          + " failures=\"\(errors)\" errors=\"0\" skipped=\"0\">")
      for failure in failures { lines += failure.testCase(suite: name, by: writer) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n")
  }
}

extension ValidationFailure {
  fileprivate func testCase(suite: String, by writer: MessageWriter) -> [String] {
    let address = address.isEmpty ? suite : address
    var start = "    <testcase classname=\"\(suite.xmlEscaped)\""
    start += " name=\"\("\(address) [\(code)]".xmlEscaped)\" time=\"0\""
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
  /// The text for content and attributes; what XML 1.0 cannot hold is shown escaped.
  fileprivate var xmlEscaped: String {
    var result = ""
    for scalar in displayEscaped().unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      // Content must not have `]]>`.
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
