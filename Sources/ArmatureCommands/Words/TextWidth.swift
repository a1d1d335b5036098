#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if !canImport(Darwin)
  /// The function of the C library. Its header declares the function only if a macro is defined.
  @_silgen_name("wcwidth")
  private func wcwidth(_ character: wchar_t) -> Int32
#endif

/// Measures the width of text on a terminal.
enum TextWidth {
  /// The rules of the C library for UTF-8, which do not depend on the locale of the process.
  ///
  /// The locale is never freed and never changed, so it can be shared.
  nonisolated(unsafe) private static let locale = locale(["C.UTF-8", "UTF-8", "en_US.UTF-8"])

  /// Returns the first locale that the system supports.
  static func locale(_ names: [String]) -> locale_t? {
    names.lazy.compactMap { newlocale(Int32(LC_CTYPE_MASK), $0, nil) }.first
  }

  static func of(_ text: some StringProtocol) -> Int {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.utf8.count }
    guard let locale else { return text.count }
    let former = uselocale(locale)
    defer { uselocale(former) }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the text, shortened to a number of columns. If it was shortened, it ends with an ellipsis.
  static func fitted(_ text: String, to limit: Int) -> String {
    if of(text) <= limit { return text }
    var width = 1  // the mark
    var end = text.startIndex
    while end < text.endIndex {
      width += of(text[end...end])
      if width > limit { break }
      end = text.index(after: end)
    }
    return text[..<end] + "…"
  }

  /// Returns the width of the widest scalar. Emoji sequences and flags take two columns.
  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let widths = scalars.map { max(0, Int(wcwidth(wchar_t(bitPattern: $0.value)))) }
    let isPicture = scalars.contains { $0.value == 0xFE0F || 0x1F1E6...0x1F1FF ~= $0.value }
    return isPicture ? 2 : widths.max() ?? 0
  }
}

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
