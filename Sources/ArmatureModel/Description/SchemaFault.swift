/// A member of a schema that is no property, or not one of its own.
struct SchemaFault: Sendable {
  let label: String
  let fact: Fact
  /// Where it was declared; unknown for what does not note it.
  let site: DeclarationSite

  enum Fact: Sendable {
    /// A value of another type; with the attribute that was probably meant.
    case notAProperty(type: String, attribute: String?)
    /// A property that was given another name than its label.
    case named(String)
    /// A copy of a property that has another label.
    case copied(of: String)
    /// A property of a schema that is made anew at each use, so that names get lost.
    case remade
  }
}
