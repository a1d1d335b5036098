/// The kinds of values that most columns have, which are bound and read without a ``SQLValue`` in between.
package enum SQLQuickKind: UInt8, Sendable {
  case integer, real, text, truth, date
  /// A to-one relationship to objects of one entity.
  case link
  /// Anything else, which takes the way that all values can take.
  case other
}
