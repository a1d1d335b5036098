/// A model: a set of entities, checked as a whole, valid from the moment it exists.
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
/// A model is an immutable value. Building one collects every mistake in it, each with the place of
/// its declaration. Nothing is registered anywhere: thousands of models live side by side. Core
/// Data: `NSManagedObjectModel`, which is editable until first used.
public struct ManagedObjectModel: Sendable {
  /// The name, for messages and exports.
  public var name: String { storage.name }
  /// The entities, in the order of declaration, with their inherited properties.
  public var entities: [EntityDescription] { storage.entities }
  /// What is legal in the model but deserves a look, unless its declaration is `silencing` it.
  public var warnings: [ModelIssue] { storage.warnings }

  /// The warnings but for those of some kinds.
  ///
  /// - Complexity: O(*n*) in the number of warnings.
  public func warnings(silencing codes: ModelIssue.Code...) -> [ModelIssue] {
    warnings.filter { !codes.contains($0.code) }
  }
  package let storage: Storage

  /// Builds a model from declarations.
  ///
  /// - Throws: ``ModelError`` with every mistake in the declarations.
  /// - Complexity: O(*n*) in the number of properties, inherited ones counted with each entity.
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

  /// Builds a model from descriptions that may be known only at run time, with the same checks.
  ///
  /// - Throws: ``ModelError`` with every mistake in the descriptions.
  /// - Complexity: O(*n*) in the number of properties, inherited ones counted with each entity.
  public init(_ name: String, entities: [EntityDescription]) throws {
    storage = Storage(name: name, try ModelCompiler.compile(entities), declarations: entities)
  }

  /// The entity of a name.
  ///
  /// - Complexity: O(1).
  public subscript(name: String) -> EntityDescription? {
    storage.index.value(exactly: name).map { storage.entities[$0] }
  }

  /// The entities of a configuration, in the order of declaration; all of them for `nil`.
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

  /// Whether an entity is another one or inherits from it. Core Data: `isKindOf(entity:)`.
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

  /// The descriptions that the model was built from.
  package var declarations: [EntityDescription] { storage.declarations }

  /// What all copies of a model share.
  package final class Storage: Sendable {
    package let name: String
    package let entities: [EntityDescription]
    package let declarations: [EntityDescription]
    package let warnings: [ModelIssue]
    package let index: [String: Int]
    /// What the runtime derives from the model, made when a context first needs it.
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
  /// Compares names and entities; where they were declared does not count.
  public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
    left.storage === right.storage || (left.name == right.name && left.entities == right.entities)
  }

  /// Feeds name and entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(entities)
  }
}

extension ManagedObjectModel: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case format, name, entities }

  /// The version of the form in which models are encoded; older ones can be decoded, too.
  public static let encodedFormat = 1

  /// Decodes descriptions and checks them as ever; rules that are closures must be bound again.
  ///
  /// What is absent has its default, so a model can be written by hand; a key that no description has
  /// is a mistake.
  ///
  /// - Throws: `DecodingError`, also for a model of a newer format; ``ModelError``.
  public init(from decoder: any Decoder) throws {
    // First of all: what a newer format has beside it is not known.
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

  /// Encodes the descriptions; of a closure only its name.
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

  /// The fetch template of a name, and the entity whose objects it is about.
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
  /// The value of a key with the very same bytes.
  ///
  /// Names are compared by their bytes wherever they are looked up; `==` on strings would find `é`
  /// written as one scalar by `é` written as two.
  package func value(exactly key: String) -> Int? {
    guard let place = index(forKey: key), self[place].key.utf8.elementsEqual(key.utf8) else {
      return nil
    }
    return self[place].value
  }
}

extension ModelBuilder {
  /// Takes the entities of another model.
  public static func buildExpression(_ model: ManagedObjectModel) -> ModelBody {
    ModelBody(model.declarations)
  }
}
