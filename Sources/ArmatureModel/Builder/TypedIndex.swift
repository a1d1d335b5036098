/// An ``Index`` in a schema type: `Index(\.name, \.born)`.
///
/// ```swift
/// struct Person: EntityType {
///   static let schema = Person()
///   let name = Attribute<String>()
///   let born = Attribute<Int?>()
///   static var rules: Rules<Person> { Index(\.born, \.name) }
/// }
/// ```
public struct TypedIndex<Subject: EntityType>: Sendable {
  let member: EntityMember

  /// Declares an index. If you pass a `predicate`, the index covers only the rows that satisfy it.
  public init(
    _ properties: PartialKeyPath<Subject>..., ascending: Bool = true,
    kind: IndexDescription.Kind = .binary, where predicate: FetchPredicate? = nil,
    file: String = #fileID, line: Int = #line
  ) {
    member = .index(
      IndexDescription(
        properties.map { Subject.propertyName($0) }, ascending, kind, predicate,
        DeclarationSite(file: file, line: line)))
  }
}

extension EntityType {
  /// The index type of this schema. `Index` takes key paths of the schema, such as `\.name`.
  public typealias Index = TypedIndex<Self>
}

extension RuleBuilder {
  /// Adds an index.
  public static func buildExpression(_ index: TypedIndex<Owner>) -> Rules<Owner> {
    Rules([index.member])
  }
}
