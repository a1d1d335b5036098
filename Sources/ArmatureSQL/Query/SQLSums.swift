/// The summation of integers in a statement.
package enum SQLSums: Sendable {
  /// The sum function of the database. It fails if an intermediate sum exceeds 64 bits. For a million numbers, it takes
  /// half the time of the exact sum.
  case failing
  /// The same result as in memory. The sum has no value if the final sum exceeds 64 bits.
  case exact
}
