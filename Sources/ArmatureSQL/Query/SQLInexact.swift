/// The reason why SQL cannot answer a part of a request: the result would not be exactly the same as in memory.
package struct SQLInexact: Error {
  let reason: String
  /// A condition that is true for all rows that satisfy the part, and maybe for others; `nil` if none is known.
  let candidates: SQLStatement?

  package init(_ reason: String, candidates: SQLStatement? = nil) {
    (self.reason, self.candidates) = (reason, candidates)
  }
}
