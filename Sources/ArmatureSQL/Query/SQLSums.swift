/// How a statement sums whole numbers.
package enum SQLSums: Sendable {
  /// With the sum of the database, which fails where one is beyond 64 bits on the way; of a million numbers it
  /// takes half the time.
  case failing
  /// As memory does: with no value where a sum is beyond 64 bits in the end.
  case exact
}
