/// A constraint that no two objects may have the same values in all of the given properties. The properties can be
/// attributes and to-one relationships.
///
/// For example, two seats can have the same row or the same number, but not both:
///
/// ```swift
/// let model = try ManagedObjectModel("Theatre") {
///   Entity("Seat") {
///     Attribute("row", Int.self)
///     Attribute("number", Int.self)
///     Unique("row", "number")
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// for _ in 1...2 { try context.insert("Seat").setValuesForKeys(["row": 7, "number": 12]) }
/// print(context.validate().errors.count)  // 1
/// ```
public struct Unique: Sendable {
  let member: EntityMember

  /// Declares that no two objects may have the same values in all of the named properties.
  public init(
    _ properties: String..., severity: ValidationRule.Severity = .error, file: String = #fileID,
    line: Int = #line
  ) {
    member = .unique(
      UniquenessConstraint(
        properties, severity: severity, site: DeclarationSite(file: file, line: line)))
  }
}

extension Unique: EntityPart {
  /// The constraint as the body of an entity.
  public var entityBody: EntityBody { EntityBody([member]) }
}

/// A ``Unique`` constraint in a schema type: `Unique(\.title, \.writer)`.
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

  /// Declares that no two objects may have the same values in all of the properties.
  ///
  /// The properties may include to-one relationships.
  public init(_ properties: PartialKeyPath<Subject>..., file: String = #fileID, line: Int = #line) {
    member = .unique(
      UniquenessConstraint(
        properties.map { Subject.propertyName($0) }, site: DeclarationSite(file: file, line: line)))
  }
}

extension EntityType {
  /// The uniqueness constraint type of this schema. `Unique` takes key paths of the schema, such as `\.name`.
  public typealias Unique = TypedUnique<Self>
}

extension RuleBuilder {
  /// Adds a uniqueness constraint.
  public static func buildExpression(_ unique: TypedUnique<Owner>) -> Rules<Owner> {
    Rules([unique.member])
  }
}
