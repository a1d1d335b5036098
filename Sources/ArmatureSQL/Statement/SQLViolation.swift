/// What a statement was refused for.
package enum SQLViolation: Hashable, Sendable {
  /// There is a row with this key.
  case key
  /// There is a row with the same values in what is unique.
  case unique
  /// A link leads to no row.
  case link
  /// A column must have a value.
  case required
}
