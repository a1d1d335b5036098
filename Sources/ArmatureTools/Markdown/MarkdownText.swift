// For `displayEscaped`, which is no part of the public API: one rule for what no text shows.
import Armature
import ArmatureModel

/// Texts of a model in Markdown, in which nothing of them is markup.
enum MarkdownText {
  /// A text as code, which may stand in a table.
  static func code(_ text: String) -> String {
    let text = text.displayEscaped().replacing("|", with: "\\|")
    if text.isEmpty { return "" }
    // More ticks than there are in a row within the text.
    var (longest, run) = (0, 0)
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// A text in a heading.
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

  /// Where something was declared; empty if that is not known.
  static func site(_ site: DeclarationSite) -> String { code(site.description) }
}
