/// The kind of value in a column of a row.
package enum SQLValueKind: Sendable {
  case null, integer, real, text, blob
}
