/// Why a statement was refused.
package enum SQLViolation: Hashable, Sendable {
  /// There is a row with this key.
  case key
  /// There is a row with the same values in unique columns.
  case unique
  /// A link leads to no row.
  case link
  /// A column must have a value.
  case required
  /// An index has no room for a value.
  case size
}
