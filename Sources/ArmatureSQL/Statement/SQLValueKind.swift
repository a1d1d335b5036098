/// What a column of a row holds.
package enum SQLValueKind: Sendable {
  case null, integer, real, text, blob
}
