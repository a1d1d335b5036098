/// The start of a cell that a spreadsheet would take for a formula.
///
/// A guarded cell starts with `\'`, as in `\'=1+1`. A text that already starts in this way gets another backslash. The
/// prefixes are unusual in other texts, so tables of other programs keep their values.
enum CSVGuard {
  static let backslash = CSVFormat.backslash
  private static let apostrophe = UInt8(ascii: "'")

  /// The bytes to write before a text.
  ///
  /// - Parameter isGuarded: True if a formula must be guarded.
  static func prefix(of text: UnsafeBufferPointer<UInt8>, isGuarded: Bool) -> StaticString {
    if text.first == backslash { return guardedStart(of: text) == nil ? "" : "\\" }
    return isGuarded && beginsFormula(text[...]) ? "\\'" : ""
  }

  /// Returns the text without the bytes that ``prefix(of:isGuarded:)`` added.
  static func text(of cell: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let backslashes = guardedStart(of: cell) else { return cell }
    return UnsafeBufferPointer(rebasing: cell.dropFirst(backslashes == 1 ? 2 : 1))
  }

  /// Returns the number of backslashes before an apostrophe and a formula; `nil` for any other text.
  private static func guardedStart(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let end = text.firstIndex(where: { $0 != backslash }), end > 0,
      text[end] == apostrophe, beginsFormula(text[(end + 1)...])
    else { return nil }
    return end
  }

  /// Returns whether a spreadsheet may interpret a text as a formula (CWE-1236).
  static func beginsFormula(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = text.first else { return false }
    // Full-width signs count as well, in East Asia.
    return "=+-@\t\r\n".utf8.contains(first)
      || first == 0xEF && ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
  }
}
