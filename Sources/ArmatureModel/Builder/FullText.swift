/// An index of the words in some texts of an entity, for searches.
///
/// ```swift
/// let model = try ManagedObjectModel("Library") {
///   Entity("Novel") {
///     Attribute("title", String.self)
///     Attribute("body", String.self)
///     FullText("title", "body", weights: [4, 1])
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// let novel = try context.insert("Novel")
/// novel.title = "Dune"
/// novel.body = "Herbs grow on Arrakis."
/// print(try context.count("Novel") { $0.matches("dune herb*") })  // 1
/// ```
/// An entity and its parents have at most one such index. `matches(_:)` searches all of its properties.
///
/// A property is a stored text, or a path to one across to-one relationships, such as `"author.name"`.
public struct FullText: EntityPart, Sendable {
  let member: EntityMember

  /// Declares an index.
  ///
  /// - Parameters:
  ///   - properties: The texts.
  ///   - weights: The weight of each text for ``FetchOrder/relevance``, which is positive. The default weight is 1.
  ///   - tokenizer: The way in which the index divides text. By default, it finds words.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  /// - Precondition: The number of weights is at most the number of properties.
  public init(
    _ properties: String..., weights: [Double] = [], tokenizer: FullTextTokenizer = .words,
    file: String = #fileID, line: Int = #line
  ) {
    member = .index(
      IndexDescription(
        properties, weights, tokenizer, DeclarationSite(file: file, line: line)))
  }

  /// The index as the body of an entity.
  public var entityBody: EntityBody { EntityBody([member]) }
}

extension IndexDescription {
  fileprivate init(
    _ properties: [String], _ weights: [Double], _ tokenizer: FullTextTokenizer,
    _ site: DeclarationSite
  ) {
    precondition(
      weights.count <= properties.count,
      "FullText(…) must have at most one weight for each of its \(properties.count) properties, but"
        + " has \(weights.count). Remove the surplus.")
    let elements = properties.enumerated().map { position, property in
      Element(
        property, kind: .fullText, weight: position < weights.count ? weights[position] : 1)
    }
    self.init(elements, tokenizer: tokenizer, site: site)
  }
}

/// A ``FullText`` index in a schema type: `FullText(\.title, \.author.name, weights: [4])`.
///
/// ```swift
/// struct Article: EntityType {
///   static let schema = Article()
///   let title = Attribute<String>()
///   static var rules: Rules<Article> { FullText(\.title) }
/// }
/// ```
public struct TypedFullText<Subject: EntityType>: Sendable {
  let member: EntityMember

  /// Declares an index over the texts at the end of key paths.
  ///
  /// - Precondition: The number of weights is at most the number of properties.
  public init<each Text: KeyPathExpression>(
    _ properties: repeat KeyPath<Query<Subject>, each Text>, weights: [Double] = [],
    tokenizer: FullTextTokenizer = .words, file: String = #fileID, line: Int = #line
  ) {
    var names: [String] = []
    for property in repeat each properties {
      if case .keyPath(let path) = Query<Subject>()[keyPath: property].fetchExpression {
        names.append(path.dotted)
      }
    }
    member = .index(
      IndexDescription(names, weights, tokenizer, DeclarationSite(file: file, line: line)))
  }
}

extension EntityType {
  /// The full-text index type of this schema. `FullText` takes key paths of its objects, such as `\.title`.
  public typealias FullText = TypedFullText<Self>
}

extension RuleBuilder {
  /// Adds a full-text index.
  public static func buildExpression(_ index: TypedFullText<Owner>) -> Rules<Owner> {
    Rules([index.member])
  }
}
