/// An index of the rows whose data stands in a file, by which the files are found that no row refers to.
package struct SQLExternalIndex: Hashable, Sendable {
  package let name: String
  package let column: Int
}
