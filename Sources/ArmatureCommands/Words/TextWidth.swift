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
