/// A value that may be missing but not null, or null but not missing. A model cannot express this difference.
struct SchemaLooseness {
  /// The offset of the value's schema.
  let offset: Int
  /// The name of the property.
  let property: String
  /// The permitted state, as the end of a sentence.
  let sentence: String

  init(_ offset: Int, _ property: String, isRequired: Bool) {
    (self.offset, self.property) = (offset, property)
    sentence =
      isRequired
      ? " is required, but may be null" : " may be missing, but must not be null"
  }
}
