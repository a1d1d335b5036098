/// The summation of integers in a statement.
package enum SQLSums: Sendable {
  /// The sum function of the database, which fails if an intermediate sum exceeds 64 bits. It takes half the time for a
  /// million numbers.
  case failing
  /// The same result as in memory: no value if the final sum exceeds 64 bits.
  case exact
}
