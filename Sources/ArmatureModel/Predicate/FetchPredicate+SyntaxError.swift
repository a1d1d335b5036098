extension FetchPredicate {
  /// Why a text is no condition: what must be, what is instead, and where.
  ///
  /// ```swift
  /// do {
  ///   _ = try FetchPredicate("pages >")
  /// } catch {
  ///   print(error.line, error.column)  // 1 8
  /// }
  /// ```
  /// It prints with the line of the text and a mark under the place:
  /// ```text
  /// Column 9: There must be a value, but the text ends.
  ///   pages ==
  ///           ^
  /// ```
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line of the mistake, from 1.
    public let line: Int
    /// The characters up to the mistake in its line, from 1.
    public let column: Int
    /// What must be, and what is instead.
    public let reason: String
    /// What to write instead, if that is known.
    public let remedy: String?
    /// The line with the mistake, at most 30 characters to each side of it.
    public let excerpt: String
    /// The characters of the excerpt that stand before the mistake.
    public let excerptOffset: Int

    init(_ text: String, _ mistake: PredicateMistake) {
      let bytes = Array(text.utf8)
      let offset = min(mistake.offset, bytes.count)
      let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
      let start = bytes[..<offset].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      let end = bytes[offset...].firstIndex(where: isEnd) ?? bytes.count
      let before = String(decoding: bytes[start..<offset], as: UTF8.self)
      line =
        1
        + text.unicodeScalars.prefix(upTo: text.utf8.index(text.startIndex, offsetBy: start))
        .breaks
      column = 1 + before.count
      reason = mistake.reason
      remedy = mistake.remedy
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
  /// The place, the reason and the remedy, then the line with a mark.
  public var description: String {
    let place = line == 1 ? "Column \(column)" : "Line \(line), column \(column)"
    let sentences = [reason, remedy].compactMap(\.self).joined(separator: " ")
    return "\(place): \(sentences)\n  \(excerpt)\n  "
      + String(repeating: " ", count: excerptOffset) + "^"
  }
}

extension Substring {
  /// The text without what no terminal should obey, of which a space is left.
  fileprivate var visible: String {
    String(
      String.UnicodeScalarView(
        // A character may have thousands of scalars.
        unicodeScalars.prefix(200).map { $0.isHidden ? " " : $0 }))
  }
}

extension Substring.UnicodeScalarView {
  /// The number of line breaks; a carriage return and a line feed are one.
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
