// For `displayEscaped`, which is no part of the public API: one rule for what no text shows.
import Armature

/// Text in XML and HTML.
enum MarkupText {
  /// The text as it stands between tags and in attributes: never markup, and never invisible.
  static func escaped(_ text: String) -> String {
    text.displayEscaped().escaping("&<>\"'\u{FFFE}\u{FFFF}") { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      // No document of XML has them, even as references.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
