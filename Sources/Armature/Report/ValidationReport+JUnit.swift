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
      var known: [String: Int] = [:]
      for failure in failures {
        let testName = failure.testName(suite: name)
        let number = known[testName, default: 0] + 1
        known[testName] = number
        // Readers of such files take test cases of the same name for one.
        lines += failure.testCase(
          named: number == 1 ? testName : "\(testName) (\(number))", suite: name, by: writer)
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n")
  }
}

extension ValidationFailure {
  /// The object, the property, the code, and the rule where there may be several of the code.
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
