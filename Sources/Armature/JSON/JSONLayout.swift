/// How JSON is set out.
public enum JSONLayout: String, Hashable, Sendable {
  /// Two blanks of indentation, a line per value.
  case pretty
  /// No white space.
  case compact
  /// A record per line, without white space.
  case lines
}
