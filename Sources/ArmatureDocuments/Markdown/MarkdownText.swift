import ArmatureModel

/// Escapes a model's texts for Markdown.
enum MarkdownText {
  /// Returns a text as code that can stand in a table.
  static func code(_ text: String) -> String {
    let text = text.displayEscaped().replacing("|", with: "\\|")
    if text.isEmpty { return "" }
    // The delimiter needs more backticks than any run within the text.
    var (longest, run) = (0, 0)
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// Returns a text for a heading.
  static func plain(_ text: String) -> String {
    text.displayEscaped().escaping("<&" + marks) { scalar in
      switch scalar {
      case "<": "&lt;"
      case "&": "&amp;"
      case _ where marks.unicodeScalars.contains(scalar): "\\\(scalar)"
      default: nil
      }
    }
  }

  private static let marks = "\\`*_{}[]()#+-.!|>~"

  /// Returns the place of a declaration; empty if it is unknown.
  static func site(_ site: DeclarationSite) -> String { code(site.description) }
}
