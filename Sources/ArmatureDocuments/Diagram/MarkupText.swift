import ArmatureModel

/// Escapes text for XML and HTML.
package enum MarkupText {
  /// Returns the text escaped for content and attributes, with invisible characters made visible.
  package static func escaped(_ text: String) -> String {
    text.displayEscaped().escaping("&<>\"'\u{FFFE}\u{FFFF}") { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      // XML allows these characters nowhere, not even as references.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
