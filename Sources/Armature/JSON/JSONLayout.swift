/// The layout of JSON output.
///
/// ```swift
/// let lines = try context.json(of: "Author", layout: .lines)
/// print(String(decoding: lines, as: UTF8.self))
/// ```
public enum JSONLayout: String, Hashable, Sendable {
  /// Each value is on its own line, indented with two spaces for each level.
  case pretty
  /// The output contains no white space.
  case compact
  /// Each record is on its own line. The line contains no white space.
  case lines
}
