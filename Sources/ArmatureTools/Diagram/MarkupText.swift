// For `displayEscaped`, which is no part of the public API: one rule for what no text shows.
import Armature

/// Text in XML and HTML.
enum MarkupText {
  /// The text as it stands between tags and in attributes: never markup, and never invisible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.displayEscaped().unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // No document of XML has them, even as references.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
