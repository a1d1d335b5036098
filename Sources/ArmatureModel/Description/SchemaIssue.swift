/// A member of a schema type that is not a property of that schema.
struct SchemaIssue: Sendable {
  let label: String
  let fact: Fact
  /// The place of the declaration; unknown for members that do not record it.
  let site: DeclarationSite

  enum Fact: Sendable {
    /// A value of another type, with the attribute that was probably intended.
    case notAProperty(type: String, attribute: String?)
    /// A property with a name that differs from its label.
    case named(String)
    /// A copy of a property under another label.
    case copied(of: String)
    /// A property of a schema that is created again at each use, so its name is lost.
    case remade
  }
}
