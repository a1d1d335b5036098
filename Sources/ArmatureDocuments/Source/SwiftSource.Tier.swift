extension SwiftSource {
  /// A style of declarations.
  ///
  /// ```swift
  /// for tier in SwiftSource.Tier.allCases { print(tier, SwiftSource(of: model, as: tier).text.count) }
  /// ```
  public enum Tier: String, Sendable, CaseIterable {
    /// Entities and properties are declared by their names as text.
    case dynamic
    /// Each entity has a struct. The compiler checks names and types. An entity with a class in the model also has a
    /// class, which is empty.
    case typed
    /// Each entity has a class with an accessor for each property.
    case classes
  }
}
