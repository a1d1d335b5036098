/// A value that may be missing and not null, or null and not missing, which a model cannot say.
struct SchemaLooseness {
  /// Where the schema of the value is.
  let offset: Int
  /// The value.
  let property: String
  /// What may be, as the end of a sentence.
  let sentence: String

  init(_ offset: Int, _ property: String, isRequired: Bool) {
    (self.offset, self.property) = (offset, property)
    sentence =
      isRequired
      ? " is required, but may be null" : " may be missing, but must not be null"
  }
}
