/// A place in a text for human eyes.
package struct TextPosition: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The line, from 1; lines end with `\n`, `\r\n`, or a `\r` alone.
  package var line: Int
  /// The column, from 1, in Unicode scalars: a tab is one, a combining accent is one.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
