/// An index that only speeds up searches.
package struct SQLIndex: Hashable, Sendable {
  package let name: String
  package let elements: [Element]

  package struct Element: Hashable, Sendable {
    package let column: Int
    package let isAscending: Bool
  }
}
