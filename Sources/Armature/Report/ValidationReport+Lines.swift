import ArmatureModel

extension ValidationFailure {
  /// A workflow command: `::error file=…,line=…,col=…,title=…::message`.
  ///
  /// GitHub: "Workflow commands for GitHub Actions". The runner decodes line breaks, so those of a
  /// message survive; everything else that is invisible is shown escaped.
  func gitHubCommand(by writer: MessageWriter) -> String {
    var properties: [(name: String, value: String)] = []
    if let source {
      if !source.file.isEmpty { properties.append(("file", source.file)) }
      if source.line > 0 { properties.append(("line", "\(source.line)")) }
      if source.line > 0 && source.column > 0 { properties.append(("col", "\(source.column)")) }
    }
    properties.append(("title", code))
    let list = properties.map { "\($0.name)=\($0.value.gitHubEscaped(inProperty: true))" }
    let message = messageWithRule(by: writer).gitHubEscaped(inProperty: false)
    return "::\(severity.rawValue) \(list.joined(separator: ","))::\(message)"
  }
}

extension String {
  /// What the runner decodes: percent signs and line breaks, in properties the delimiters, too.
  fileprivate func gitHubEscaped(inProperty: Bool) -> String {
    var result = ""
    for scalar in displayEscaped(keepingLineBreaks: true).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where inProperty: result += "%3A"
      case "," where inProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
