/// The layout of JSON output.
///
/// ```swift
/// let lines = try context.json(of: "Author", layout: .lines)
/// print(String(decoding: lines, as: UTF8.self))
/// ```
public enum JSONLayout: String, Hashable, Sendable {
  /// Indentation of two blanks, and a line per value.
  case pretty
  /// No white space.
  case compact
  /// A record per line, without white space.
  case lines
}
