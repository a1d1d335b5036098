/// A ``Unique`` of the typed tier: `Unique(\.title, \.writer)`.
///
/// ```swift
/// struct Seat: EntityType {
///   static let schema = Seat()
///   let row = Attribute<Int>()
///   let number = Attribute<Int>()
///   static var rules: Rules<Seat> { Unique(\.row, \.number) }
/// }
/// ```
public struct TypedUnique<Subject: EntityType>: Sendable {
  let member: EntityMember

  /// Declares that no two objects agree in all of the properties, relationships included.
  public init(_ properties: PartialKeyPath<Subject>..., file: String = #fileID, line: Int = #line) {
    member = .unique(
      UniquenessConstraint(
        properties.map { Subject.propertyName($0) }, site: DeclarationSite(file: file, line: line)))
  }
}

extension EntityType {
  /// Inside a schema, `Unique` speaks of its own properties.
  public typealias Unique = TypedUnique<Self>
}

extension RuleBuilder {
  /// Takes uniqueness over several properties.
  public static func buildExpression(_ unique: TypedUnique<Owner>) -> Rules<Owner> {
    Rules([unique.member])
  }
}
