/// An index of the rows with data in files. It is used to find files that are no longer used.
package struct SQLExternalIndex: Hashable, Sendable {
  package let name: String
  package let column: Int
}
