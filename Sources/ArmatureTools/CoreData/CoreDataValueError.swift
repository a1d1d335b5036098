/// The reason why a column's value cannot be read.
struct CoreDataValueError: Error {
  /// The end of a sentence that starts with the column's name; it begins with a space.
  let text: String
  /// Whether Core Data can write such a value; then only the external file is missing.
  let isExpected: Bool
}
