/// The entities of an app, with their properties, relationships and rules.
///
/// ```swift
/// let model = try ManagedObjectModel("Library") {
///   Entity("Author") {
///     Attribute("name", String.self).length(1...100)
///     Relationship("books", to: "Book", .toMany, inverse: "author")
///   }
///   Entity("Book") {
///     Attribute("title", String.self).length(1...200)
///     Relationship("author", to: "Author", inverse: "books").required()
///   }
/// }
/// print(model.entities.map(\.name))  // ["Author", "Book"]
/// ```
/// A model is an immutable value. When you create a model, all its declarations are checked together. If they have
/// issues, the initializer throws an error that lists all of them with their places in your code. A model is not
/// registered anywhere, so a program can use several models at the same time.
///
/// Core Data: `NSManagedObjectModel`, which can be changed until it is first used.
///
/// ## Topics
///
/// ### Building a Model
///
/// - ``init(_:_:)``
/// - ``init(_:entities:)``
///
/// ### Inspecting a Model
///
/// - ``name``
/// - ``entities``
/// - ``subscript(_:)``
/// - ``entity(_:isKindOf:)``
/// - ``warnings``
/// - ``warnings(silencing:)``
///
/// ### Configurations and Templates
///
/// - ``configurations``
/// - ``entities(in:)``
/// - ``fetchTemplateNames``
/// - ``fetchTemplate(named:)``
///
/// ### Versions
///
/// - ``fingerprint``
/// - ``fingerprints``
/// - ``difference(from:)``
/// - ``encodedFormat``
public struct ManagedObjectModel: Sendable {
  /// The name, which is used in messages and exports.
  public var name: String { storage.name }
  /// The entities in the order of declaration, with their inherited properties.
  public var entities: [EntityDescription] { storage.entities }
  /// The warnings about valid declarations that are probably not intended. Silenced warnings are not included.
  public var warnings: [ModelIssue] { storage.warnings }

  /// Returns the warnings, except warnings of the given kinds.
  ///
  /// - Complexity: O(*n*) in the number of warnings.
  public func warnings(silencing codes: ModelIssue.Code...) -> [ModelIssue] {
    warnings.filter { !codes.contains($0.code) }
  }
  package let storage: Storage

  /// Creates a model from declarations.
  ///
  /// - Throws: ``ModelError`` with all issues in the declarations.
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public init(_ name: String, @ModelBuilder _ body: () throws -> ModelBody) throws {
    let entities: [EntityDescription]
    do {
      entities = try body().entities
    } catch {
      let message = "The declaration of \(name) threw an error: \(error)"
      throw ModelError([
        ModelIssue(.declarationThrew, entity: "", message: message, site: .unknown)
      ])
    }
    try self.init(name, entities: entities)
  }

  /// Creates a model from descriptions. Use it if the entities are known only at run time. The checks are the same as
  /// for declarations.
  ///
  /// - Throws: ``ModelError`` with all issues in the descriptions.
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public init(_ name: String, entities: [EntityDescription]) throws {
    storage = Storage(name: name, try ModelCompiler.compile(entities), declarations: entities)
  }

  /// Returns the entity with a name, or `nil` if it does not exist.
  ///
  /// - Complexity: O(1).
  public subscript(name: String) -> EntityDescription? {
    storage.index.value(exactly: name).map { storage.entities[$0] }
  }

  /// Returns the entities of a configuration, in the order of declaration. If the configuration is `nil`, all entities
  /// are returned.
  ///
  /// - Complexity: O(*n*) in the number of entities.
  public func entities(in configuration: String?) -> [EntityDescription] {
    guard let configuration else { return entities }
    return entities.filter { $0.configurations.contains(configuration) }
  }

  /// The names of the configurations, in alphabetical order.
  ///
  /// - Complexity: O(*n*) in the number of entities.
  public var configurations: [String] { Set(entities.flatMap(\.configurations)).sorted() }

  /// Returns whether an entity is the same as another entity, or inherits from it.
  ///
  /// Core Data: `isKindOf(entity:)`.
  ///
  /// - Complexity: O(*n*) in the number of ancestors.
  public func entity(_ name: String, isKindOf ancestor: String) -> Bool {
    var current: String? = name
    while let name = current {
      if name == ancestor { return true }
      current = self[name]?.parent
    }
    return false
  }

  /// Returns the names of the concrete entities among an entity and its descendants.
  package func concreteEntities(of name: String) -> [String] {
    entities.filter { !$0.isAbstract && entity($0.name, isKindOf: name) }.map(\.name)
  }

  /// The original descriptions, before inheritance and inverses were filled in.
  package var declarations: [EntityDescription] { storage.declarations }

  /// The original descriptions, with the inverses and constraints of owning relationships.
  package var completedDeclarations: [EntityDescription] { Ownership.completing(declarations) }

  /// The content of a model, shared by its copies.
  package final class Storage: Sendable {
    package let name: String
    package let entities: [EntityDescription]
    package let declarations: [EntityDescription]
    package let warnings: [ModelIssue]
    package let index: [String: Int]
    /// Run-time structures derived from the model, created when a context first needs them.
    package let runtime = LazyReference()

    init(name: String, _ compiled: ModelCompiler.Output, declarations: [EntityDescription]) {
      self.name = name
      self.entities = compiled.entities
      self.warnings = compiled.warnings
      self.declarations = declarations
      self.index = Dictionary(
        uniqueKeysWithValues: compiled.entities.enumerated().map { ($1.name, $0) })
    }
  }
}

extension ManagedObjectModel: Hashable {
  /// Returns whether two models have the same name and the same entities. The places of the declarations are ignored.
  public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
    left.storage === right.storage || (left.name == right.name && left.entities == right.entities)
  }

  /// Hashes the name and the entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(entities)
  }
}

extension ManagedObjectModel: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case format, name, entities }

  /// The current version of the format for encoded models. Older formats can be decoded.
  public static let encodedFormat = 1

  /// Decodes a model and checks it like any other model. Closures and classes are not encoded, so you have to bind them
  /// again.
  ///
  /// If a member is missing, it gets its default value, so you can write a model by hand. An unknown key is an error.
  ///
  /// - Throws: `DecodingError` if the data are invalid or have a newer format. ``ModelError`` if the model has issues.
  public init(from decoder: any Decoder) throws {
    // Check the format first, since a newer format may have unknown members.
    let format = try decoder.container(keyedBy: CodingKeys.self).decode(.format, or: 1)
    guard 1...Self.encodedFormat ~= format else {
      throw decoder.corrupted(
        "A model must be of format 1 to be read by this version of Armature, but is of format"
          + " \(format). Encode it with this version, or use the one that has encoded it.")
    }
    let members = try decoder.members(CodingKeys.self)
    try self.init(
      try members.decode(String.self, forKey: .name),
      entities: try members.decode([EntityDescription].self, forKey: .entities))
  }

  /// Encodes the descriptions of the entities. Each closure is encoded as its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.encodedFormat, forKey: .format)
    try container.encode(name, forKey: .name)
    try container.encode(declarations, forKey: .entities)
  }
}

extension ManagedObjectModel {
  /// The names of all fetch templates, in the order of declaration.
  ///
  /// - Complexity: O(*n*) in the number of entities and templates.
  public var fetchTemplateNames: [String] { entities.flatMap { $0.fetchTemplates.map(\.name) } }

  /// Returns the fetch template with a name together with its entity, or `nil` if it does not exist.
  ///
  /// Core Data: `fetchRequestTemplate(forName:)`.
  ///
  /// - Complexity: O(*n*) in the number of templates.
  public func fetchTemplate(
    named name: String
  ) -> (entity: EntityDescription, template: FetchTemplateDescription)? {
    for entity in entities {
      if let template = entity.fetchTemplates.first(where: { $0.name == name }) {
        return (entity, template)
      }
    }
    return nil
  }
}

extension [String: Int] {
  /// Returns the value of a key that has exactly the same bytes.
  ///
  /// Names are always looked up by their bytes. With `==`, an `é` of one scalar would match an `é` of two scalars.
  package func value(exactly key: String) -> Int? {
    guard let place = index(forKey: key), self[place].key.utf8.elementsEqual(key.utf8) else {
      return nil
    }
    return self[place].value
  }
}

extension ModelBuilder {
  /// Adds the entities of another model.
  public static func buildExpression(_ model: ManagedObjectModel) -> ModelBody {
    ModelBody(model.declarations)
  }
}
