extension Unicode.Scalar {
  /// Whether the scalar cannot be seen in a text, or would break a line or a terminal's state.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !properties.isJoinControl
    default: false
    }
  }

  /// The scalar as it stands in a quoted text.
  ///
  /// - Parameter escape: What stands for a hidden scalar, from its hexadecimal digits.
  func quoted(_ escape: (_ digits: String) -> String) -> String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where isHidden: escape(String(value, radix: 16, uppercase: true))
    default: String(self)
    }
  }
}
