/// The reason why SQL cannot answer a part of a request: the result would not be exactly the same as in memory.
package struct SQLInexact: Error {
  let reason: String

  package init(_ reason: String) { self.reason = reason }
}
