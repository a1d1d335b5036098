/// A position in a text, for people.
package struct TextPosition: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The line, from 1; lines end with `\n`, `\r\n`, or a single `\r`.
  package var line: Int
  /// The column, from 1, in Unicode scalars: a tab and a combining accent each count as one.
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
