/// A property that is read directly from one column, without a ``SQLValue`` in between.
package struct SQLQuickColumn: Sendable {
  package let kind: SQLQuickKind
  /// The column of the statement, which counts from 0.
  package let column: Int32
  /// The position of the property in its entity.
  package let property: Int
  /// The position of the entity that a link leads to.
  package let destination: Int
}
