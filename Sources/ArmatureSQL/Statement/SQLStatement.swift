/// A statement or a part of a statement. It consists of its text and the bound values.
///
/// It is written as text with interpolations: `"\(column) = \(value: .integer(1))"`. A value never becomes part of the
/// text, and a name does so only in quotes. User input is therefore never interpreted as SQL.
package struct SQLStatement: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text, with a question mark for each value.
  package private(set) var text: String
  /// The values, in the order of their parameters.
  package private(set) var values: [SQLValue] = []

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.statement }

  /// Creates a statement from plain text, which must come from this library.
  package init(text: String) { self.text = text }

  package static var empty: SQLStatement { SQLStatement(text: "") }

  package static func + (left: SQLStatement, right: SQLStatement) -> SQLStatement {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout SQLStatement, right: SQLStatement) {
    left.text += right.text
    if !right.values.isEmpty { left.values += right.values }
  }

  /// Returns the statement with one value replaced. Returns `nil` unless the previous value occurs exactly once.
  func replacing(_ former: SQLValue, by value: SQLValue) -> SQLStatement? {
    guard let place = values.firstIndex(of: former), values.lastIndex(of: former) == place else {
      return nil
    }
    var other = self
    other.values[place] = value
    return other
  }

  /// Collects the parts of a string literal.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var statement = SQLStatement.empty

    package init(literalCapacity: Int, interpolationCount: Int) {
      statement.text.reserveCapacity(literalCapacity + 24 * interpolationCount)
    }

    package mutating func appendLiteral(_ text: String) { statement.text += text }

    /// Appends another part of a statement.
    package mutating func appendInterpolation(_ part: SQLStatement) { statement += part }

    /// Appends a name in quotes.
    package mutating func appendInterpolation(name: String) {
      let isPlain = !name.utf8.contains(UInt8(ascii: "\""))
      appendLiteral("\"")
      appendLiteral(isPlain ? name : name.replacing("\"", with: "\"\""))
      appendLiteral("\"")
    }

    /// Appends a number of the library's own, such as a limit.
    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      appendLiteral("\(number)")
    }

    /// Appends a text as a literal, for statements in which values cannot be bound. The text must not contain U+0000.
    package mutating func appendInterpolation(literal text: String) {
      appendLiteral("'\(text.replacing("'", with: "''"))'")
    }

    /// Appends a bound value.
    package mutating func appendInterpolation(value: SQLValue) {
      statement.text += "?"
      statement.values.append(value)
    }
  }
}

extension Sequence<SQLStatement> {
  /// Returns the parts concatenated with a separator.
  package func joined(by separator: String) -> SQLStatement {
    var whole = SQLStatement.empty
    for (index, part) in enumerated() {
      if index > 0 { whole += SQLStatement(text: separator) }
      whole += part
    }
    return whole
  }
}
