/// The reason why a column's value cannot be read.
struct CoreDataValueError: Error {
  /// The end of a sentence that starts with the name of the column. The text begins with a space.
  let text: String
  /// Whether Core Data can write such a value. In this case, only the external file is missing.
  let isExpected: Bool
}
