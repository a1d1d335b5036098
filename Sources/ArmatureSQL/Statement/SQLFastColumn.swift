/// A property that is read directly from one column, without creating a ``SQLValue``.
package struct SQLFastColumn: Sendable {
  package let kind: SQLFastColumnKind
  /// The column of the statement, counted from 0.
  package let column: Int32
  /// The position of the property in its entity.
  package let property: Int
  /// The position of a link's destination entity.
  package let destination: Int
}

/// The common kinds of values. They are bound and read without creating a ``SQLValue``.
package enum SQLFastColumnKind: UInt8, Sendable {
  case integer, real, text, truth, date
  /// A to-one relationship to objects of one entity.
  case link
  /// Any other kind, which has no fast path.
  case other
}
