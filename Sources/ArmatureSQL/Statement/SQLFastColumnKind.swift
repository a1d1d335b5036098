/// The common kinds of values. They are bound and read without creating a ``SQLValue``.
package enum SQLFastColumnKind: UInt8, Sendable {
  case integer, real, text, truth, date
  /// A to-one relationship to objects of one entity.
  case link
  /// Any other kind, which has no fast path.
  case other
}
