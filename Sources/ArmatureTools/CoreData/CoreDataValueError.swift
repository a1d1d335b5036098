/// Why a value cannot be taken from a column.
struct CoreDataValueError: Error {
  /// The end of a sentence that begins with the name of the column, with a blank before it.
  let text: String
  /// Whether the value is one that Core Data writes there; what it tells of is missing then.
  let isExpected: Bool
}
