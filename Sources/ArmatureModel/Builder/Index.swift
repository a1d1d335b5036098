/// An index on one or more properties, which speeds up requests for these properties.
///
/// For example, this model declares an index on the price and the name of products:
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") {
///     Attribute("name", String.self)
///     Attribute("price", Int.self)
///     Index("price", "name")
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// for price in 1...9 { try context.insert("Product").price = price }
/// print(try context.explain(FetchRequest("Product") { $0.price > 8 }).access)  // index("price")
/// ```
public struct Index: Sendable {
  let member: EntityMember

  /// Declares an index. If you pass a `predicate`, the index covers only the rows that satisfy it.
  public init(
    _ properties: String..., ascending: Bool = true, kind: IndexDescription.Kind = .binary,
    where predicate: FetchPredicate? = nil, file: String = #fileID, line: Int = #line
  ) {
    let site = DeclarationSite(file: file, line: line)
    member = .index(IndexDescription(properties, ascending, kind, predicate, site))
  }
}

extension IndexDescription {
  init(
    _ properties: [String], _ isAscending: Bool, _ kind: Kind, _ predicate: FetchPredicate?,
    _ site: DeclarationSite
  ) {
    let elements = properties.map { Element($0, isAscending: isAscending, kind: kind) }
    self.init(elements, where: predicate, site: site)
  }
}

extension Index: EntityPart {
  /// The index as the body of an entity.
  public var entityBody: EntityBody { EntityBody([member]) }
}

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
