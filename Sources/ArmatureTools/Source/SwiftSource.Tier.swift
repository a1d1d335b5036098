extension SwiftSource {
  /// A tier of declarations.
  ///
  /// ```swift
  /// for tier in SwiftSource.Tier.allCases { print(tier, SwiftSource(of: model, as: tier).text.count) }
  /// ```
  public enum Tier: String, Sendable, CaseIterable {
    /// Entities and properties that are named by text.
    case dynamic
    /// A struct for each entity, which the compiler checks names and types by.
    case typed
    /// A class for each entity, with an accessor for each property.
    case classes
  }
}
