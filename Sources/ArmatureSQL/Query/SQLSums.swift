/// How a statement sums whole numbers.
package enum SQLSums: Sendable {
  /// With the sum of the database, which fails if any sum on the way is beyond 64 bits; it takes half the
  /// time for a million numbers.
  case failing
  /// As memory does: without a value if the final sum is beyond 64 bits.
  case exact
}
