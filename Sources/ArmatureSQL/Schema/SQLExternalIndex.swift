/// An index of the rows with data in files, which is used to find unused files.
package struct SQLExternalIndex: Hashable, Sendable {
  package let name: String
  package let column: Int
}
