package import ArmatureModel

/// A value within a statement.
package struct SQLTerm: Hashable, Sendable {
  /// The SQL of the value.
  package var text: SQLStatement
  /// The kind of the value; `nil` if every row lacks a value.
  package var kind: SQLKind?
  /// The value, if it is the same in every row.
  package var constant: AttributeValue?

  package init(_ text: SQLStatement, _ kind: SQLKind?, constant: AttributeValue? = nil) {
    (self.text, self.kind, self.constant) = (text, kind, constant)
  }

  /// Whether every row has a value.
  var isPresent: Bool { constant.map { !$0.isNull } ?? false }
}
