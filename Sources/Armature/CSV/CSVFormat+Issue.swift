import ArmatureModel

extension CSVFormat {
  /// A setting whose value makes cells ambiguous.
  package enum Setting: Hashable {
    case listSeparator, nullText, trueText, falseText
  }

  /// The first setting with an unusable value, and a requirement that the value breaks: "must …, but …".
  package var issue: (setting: Setting, text: String)? {
    let separator = Array(String(listSeparator).utf8)
    if separator.contains(Self.backslash) {
      return (.listSeparator, "must have no backslash, which escapes it, but has one")
    }
    if (1..<separator.count).contains(where: { separator.starts(with: separator.suffix($0)) }) {
      return (.listSeparator, "must not end in the way that it starts, but does")
    }
    guard encoding?.contains(String(listSeparator)) ?? true else {
      return (.listSeparator, "must be a character of the encoding, but is not")
    }
    if let nullText {
      if let issue = issue(of: nullText) { return (.nullText, issue) }
      if CSVOutput.needsMarks(nullText) {
        return (.nullText, "must have no delimiter, quotation mark or line break, but has one")
      }
    }
    if let issue = issue(of: trueText) { return (.trueText, issue) }
    if let issue = issue(of: falseText) { return (.falseText, issue) }
    let same = "must be another text than that of"
    if trueText.hasSameBytes(as: falseText) {
      return (.falseText, "\(same) true, but is \(falseText.quotedForMessage), too")
    }
    for (text, name) in [(trueText, "true"), (falseText, "false")]
    where nullText?.hasSameBytes(as: text) == true {
      return (.nullText, "\(same) \(name), but is \(text.quotedForMessage), too")
    }
    return nil
  }

  private func issue(of text: String) -> String? {
    if text.isEmpty { return "must have a character, but is empty" }
    if text.utf8.first == Self.backslash, !text.hasSameBytes(as: "\\N") {
      return "must not start with a backslash, which starts signs, but is \(text.quotedForMessage)"
    }
    guard encoding?.contains(text) ?? true else {
      return "must have only characters of the encoding, but is \(text.quotedForMessage)"
    }
    return nil
  }

  /// Traps if a setting has an unusable value.
  func check() {
    guard let issue else { return }
    preconditionFailure("CSVFormat.\(issue.setting) \(issue.text).")
  }

  static let backslash = UInt8(ascii: "\\")
}
