/// The constraint that a statement violates.
package enum SQLViolation: Hashable, Sendable {
  /// A row with this key already exists.
  case key
  /// A row with the same values in unique columns already exists.
  case unique
  /// A link leads to a missing row.
  case link
  /// A required column has no value.
  case required
  /// A value is too large for an index.
  case size
}
