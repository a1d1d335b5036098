/// Formats text in lines of at most 80 columns.
enum Columns {
  static let width = 80

  /// Wraps a paragraph with an indentation.
  static func wrapped(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).map { String(repeating: " ", count: indent) + $0 }
  }

  /// Returns lines with a term on the left and the explanation of the term on the right.
  static func list(_ rows: [(term: String, text: String)], indent: Int = 2) -> [String] {
    let longest = rows.map(\.term.count).filter { $0 <= 24 }.max() ?? 0
    let column = indent + longest + 2
    return rows.flatMap { term, text in
      let left = String(repeating: " ", count: indent) + term
      let right = wrapped(text, indent: column)
      guard left.count + 2 <= column else { return wrapped(left, hanging: indent) + right }
      return [left + right[0].dropFirst(left.count)] + right.dropFirst()
    }
  }

  private static func wrapped(_ line: String, hanging indent: Int) -> [String] {
    line.count <= width ? [line] : wrapped(line, indent: indent)
  }
}
