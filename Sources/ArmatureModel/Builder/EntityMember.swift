/// What may stand in the body of an entity, after the words of the language have been read.
package enum EntityMember: Sendable {
  case property(PropertyDescription)
  case unique(UniquenessConstraint)
  case index(IndexDescription)
  case template(FetchTemplateDescription)
  case rule(ValidationRule)
}

/// Uniqueness over one or several properties, relationships included: `Unique("title", "author")`.
public struct Unique: Sendable {
  let member: EntityMember

  /// Declares that no two objects agree in all of the named properties.
  public init(_ properties: String..., file: String = #fileID, line: Int = #line) {
    member = .unique(
      UniquenessConstraint(properties, site: DeclarationSite(file: file, line: line)))
  }
}

/// An index over one or several properties: `Index("name", "born")`.
public struct Index: Sendable {
  let member: EntityMember

  /// Declares an index; `predicate` limits it to some rows.
  public init(
    _ properties: String..., ascending: Bool = true, kind: IndexDescription.Kind = .binary,
    where predicate: FetchPredicate? = nil, file: String = #fileID, line: Int = #line
  ) {
    let elements = properties.map {
      IndexDescription.Element($0, isAscending: ascending, kind: kind)
    }
    member = .index(
      IndexDescription(
        elements, where: predicate, site: DeclarationSite(file: file, line: line)))
  }
}

/// A property whose objects are found by a predicate.
public struct FetchedProperty: Sendable {
  package let description: FetchedPropertyDescription

  /// Declares a fetched property; `$0` in the body is an object of the destination.
  public init(
    _ name: String, of destination: String, file: String = #fileID, line: Int = #line,
    where predicate: (DynamicQuery) -> FetchPredicate
  ) {
    description = FetchedPropertyDescription(
      name, of: destination, where: predicate(DynamicQuery()),
      site: DeclarationSite(file: file, line: line))
  }
}

/// An attribute with named elements, for the dynamic tier: `Composite("address") { … }`.
public struct Composite: Sendable {
  package var description: AttributeDescription

  /// Declares a required composite; its elements are attributes and composites.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line,
    @CompositeBuilder elements: () -> [AttributeDescription]
  ) {
    description = AttributeDescription(
      name, .composite(elements()), site: DeclarationSite(file: file, line: line))
  }

  /// Allows the absence of the whole.
  public func optional() -> Self {
    var copy = self
    copy.description.isOptional = true
    return copy
  }

  /// Reads and writes the value under another key in JSON.
  public func key(_ key: String) -> Self {
    var copy = self
    copy.description.key = key
    return copy
  }
}

/// Collects the elements of a composite.
@resultBuilder public enum CompositeBuilder {
  /// Takes an attribute.
  public static func buildExpression<Value>(_ attribute: Attribute<Value>) -> [AttributeDescription]
  {
    [attribute.description]
  }
  /// Takes a nested composite.
  public static func buildExpression(_ composite: Composite) -> [AttributeDescription] {
    [composite.description]
  }
  /// Refuses a relationship.
  @available(
    *, unavailable, message: "a composite has no relationships; declare it on the entity instead"
  )
  public static func buildExpression(_ relationship: Relationship) -> [AttributeDescription] { [] }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: "a composite holds attributes and composites; declare anything else on the entity"
  )
  public static func buildExpression(_ other: Any) -> [AttributeDescription] { [] }
  /// Joins the statements.
  public static func buildBlock(_ parts: [AttributeDescription]...) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: [AttributeDescription]?) -> [AttributeDescription] {
    part ?? []
  }
  /// Takes the first branch.
  public static func buildEither(first part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Takes the second branch.
  public static func buildEither(second part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Takes a loop.
  public static func buildArray(_ parts: [[AttributeDescription]]) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
}
