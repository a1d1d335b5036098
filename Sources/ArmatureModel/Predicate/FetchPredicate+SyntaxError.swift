extension FetchPredicate {
  /// An error in the text of a predicate, with its position and reason.
  ///
  /// Catch this error if the text of a predicate comes from outside of your program:
  ///
  /// ```swift
  /// do {
  ///   _ = try FetchPredicate("pages >")
  /// } catch {
  ///   print(error.line, error.column)  // 1 8
  /// }
  /// ```
  /// The description of the error contains the line of the text, and marks the position:
  ///
  /// ```text
  /// Column 9: Expected a value, but the text ends.
  ///   pages ==
  ///           ^
  /// ```
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in characters, counted from 1.
    public let column: Int
    /// A text that says what was expected and what was found.
    public let reason: String
    /// A suggested replacement; `nil` if no suggestion is known.
    public let remedy: String?
    /// The line with the error. It is shortened to at most 30 characters before and after the error.
    public let excerpt: String
    /// The number of characters in the excerpt before the error.
    public let excerptOffset: Int

    init(_ text: String, _ error: PredicateParsingError) {
      let bytes = Array(text.utf8)
      let offset = min(error.offset, bytes.count)
      let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
      let start = bytes[..<offset].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      let end = bytes[offset...].firstIndex(where: isEnd) ?? bytes.count
      let before = String(decoding: bytes[start..<offset], as: UTF8.self)
      line =
        1
        + text.unicodeScalars.prefix(upTo: text.utf8.index(text.startIndex, offsetBy: start))
        .breaks
      column = 1 + before.count
      reason = error.reason
      remedy = error.remedy
      let shown = before.suffix(Self.excerptReach).visible
      excerpt =
        shown
        + String(decoding: bytes[offset..<end], as: UTF8.self).prefix(Self.excerptReach).visible
      excerptOffset = shown.count
    }

    private static let excerptReach = 30
  }
}

extension FetchPredicate.SyntaxError: CustomStringConvertible {
  /// The position, the reason and the suggested replacement, followed by the marked line.
  public var description: String {
    let place = line == 1 ? "Column \(column)" : "Line \(line), column \(column)"
    let sentences = [reason, remedy].compactMap(\.self).joined(separator: " ")
    return "\(place): \(sentences)\n  \(excerpt)\n  "
      + String(repeating: " ", count: excerptOffset) + "^"
  }
}

extension Substring {
  /// The text with spaces in place of characters that could control a terminal.
  fileprivate var visible: String {
    String(
      String.UnicodeScalarView(
        // A single character may have thousands of scalars.
        unicodeScalars.prefix(200).map { $0.isHidden ? " " : $0 }))
  }
}

extension Substring.UnicodeScalarView {
  /// The number of line breaks. A carriage return that is followed by a line feed counts as one.
  fileprivate var breaks: Int {
    var count = 0
    var last: Unicode.Scalar?
    for scalar in self {
      if scalar == "\r" || (scalar == "\n" && last != "\r") { count += 1 }
      last = scalar
    }
    return count
  }
}
