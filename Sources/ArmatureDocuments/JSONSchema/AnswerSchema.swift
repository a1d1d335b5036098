public import ArmatureModel

/// A schema of one record, in the part of JSON Schema that an API of language models accepts.
///
/// Send the schema with a question, and read the answer with `PartialDocument` or `load`:
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") {
///     Attribute("name", String.self).length(1...40)
///     Attribute("price", Decimal?.self).range(0...)
///   }
/// }
/// let answers = try AnswerSchema(model, entity: "Product", for: .openAI)
/// print(answers.schema["required"] ?? .null)  // ["name","price"]
/// print(answers.notes.map(\.property))  // [Optional("name"), Optional("name")]
/// ```
/// The APIs support different keywords. A rule without a supported keyword is part of the description, which language
/// models read. ``notes`` lists these rules. The model still checks them when the answer is read.
///
/// The record contains the records of relationships with the delete rule cascade, and of entities without an
/// identifying attribute. Other relationships contain identifying values. Keys that only this library understands are
/// left out, except for `@entity` in a record of one of several sub-entities. A record never contains its owner.
public struct AnswerSchema: Sendable {
  /// The API for which the schema is written.
  public let target: Target
  /// The schema of the record.
  public let schema: JSONValue
  /// The rules that the schema does not contain, and the parts that it leaves out.
  public let notes: [ModelSchema.Remark]
  private let name: String
  private let purpose: String

  /// An API of language models.
  ///
  /// ```swift
  /// for target in AnswerSchema.Target.allCases { print(target.rawValue) }
  /// ```
  public enum Target: String, Hashable, Sendable, CaseIterable {
    /// The structured outputs of OpenAI in strict mode.
    ///
    /// The root is an object without `anyOf`. Each object has `additionalProperties: false` and requires all its keys,
    /// so a missing value is `null`. References may be recursive. `allOf`, `not`, `if`, `dependentRequired`,
    /// `patternProperties`, `minLength` and `maxLength` are not supported. A schema has at most 5,000 properties, 10
    /// levels, 1,000 enum values, and 120,000 characters in names and enum values.
    case openAI = "openai"
    /// The structured outputs of Anthropic, and the strict input schemas of its tools.
    ///
    /// Each object has `additionalProperties: false`. Recursive references, bounds of numbers and lengths of texts are
    /// not supported; the bound `minItems` is supported for 0 and 1. A request has at most 24 optional properties, and
    /// at most 16 properties with several types.
    case anthropic
    /// The definition of a tool in the Model Context Protocol.
    ///
    /// The input schema is an object, and can use all keywords of JSON Schema 2020-12.
    case mcp
  }

  /// Creates the schema for records of an entity.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - entity: The name of the entity. The default is the only entity that no other entity of the model contains.
  ///   - target: The API that receives the schema.
  ///   - depth: The maximum number of records within each other. Without a limit, records of a tree have references to
  ///     themselves, which some APIs do not support.
  /// - Throws: ``AnswerSchemaError`` if the entity is unknown or not determined, or if the API does not support records
  ///   of this form.
  /// - Complexity: O(*n*) in the number of properties. With a depth, this applies to each level.
  public init(
    _ model: ManagedObjectModel, entity: String? = nil, for target: Target, depth: Int? = nil
  ) throws(AnswerSchemaError) {
    let root = try Self.root(model, entity)
    var builder = AnswerBuilder(model, target, depth: depth)
    let schema = try builder.root(root)
    let limits = AnswerLimits(schema)
    try limits.check(target, root.name)
    self.target = target
    self.schema = schema
    notes = builder.notes + limits.notes(for: target, root.name)
    name = String(SchemaNames.component(root.name).prefix(64))
    purpose = "A record of \(root.name), as the model \(model.name) describes it."
  }

  /// The schema in the form that the API expects, as indented JSON.
  ///
  /// - For OpenAI: the object for `text.format` of a response. For a chat completion, use its members under
  ///   `json_schema`, next to the type.
  /// - For Anthropic: the object for `output_config.format`. Its schema is also the `input_schema` of a tool.
  /// - For the Model Context Protocol: a tool with its name, description and input schema.
  public var text: String {
    let object: JSONValue =
      switch target {
      case .openAI:
        .members([
          "type": .string("json_schema"), "name": .string(name), "strict": .bool(true),
          "schema": schema,
        ])
      case .anthropic: .members(["type": .string("json_schema"), "schema": schema])
      case .mcp:
        .members([
          "name": .string(name), "description": .string(purpose), "inputSchema": schema,
        ])
      }
    return object.indentedText
  }

  /// Returns the entity with a name, or the only possible one.
  private static func root(
    _ model: ManagedObjectModel, _ name: String?
  ) throws(AnswerSchemaError) -> EntityDescription {
    let concrete = model.entities.filter { !$0.isAbstract }
    if let name {
      guard let entity = concrete.first(where: { $0.name == name }) else {
        throw .unknownEntity(name, among: concrete.map(\.name))
      }
      return entity
    }
    let contained = Set(
      model.entities.flatMap { entity in
        entity.relationships.filter { $0.deleteRule == .cascade }.map(\.destination)
          .filter { $0 != entity.name }
      })
    let roots = concrete.filter { !contained.contains($0.name) }
    let only = concrete.count == 1 ? concrete : roots
    guard only.count == 1 else { throw .severalEntities(concrete.map(\.name)) }
    return only[0]
  }
}

/// The reason why a model has no schema for answers.
///
/// ```swift
/// let model = try ManagedObjectModel("Trees") {
///   Entity("Node") { Relationship("children", to: "Node", .ordered, onDelete: .cascade) }
/// }
/// do throws(AnswerSchemaError) {
///   _ = try AnswerSchema(model, for: .anthropic)
/// } catch {
///   print(error.path)  // ["Node", "Node"]
/// }
/// ```
public enum AnswerSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model has several entities that the record can have.
  case severalEntities([String])
  /// No record has the entity.
  case unknownEntity(String, among: [String])
  /// A record contains a record of the same entity, which the API does not support.
  case recursive([String])
  /// The schema is larger than the API allows.
  case tooLarge(entity: String, what: String, count: Int, limit: Int)

  /// The names of the entities that contain each other.
  public var path: [String] {
    if case .recursive(let path) = self { path } else { [] }
  }

  /// A sentence that states the error, and a remedy.
  public var description: String {
    switch self {
    case .severalEntities(let names):
      "The record must have one entity, but the model has several. Name one of them: "
        + names.joined(separator: ", ") + "."
    case .unknownEntity(let name, let names):
      "The entity must be one with records of its own, but \(name) is not. Name one of these: "
        + names.joined(separator: ", ") + "."
    case .recursive(let path):
      "The records must not contain each other without end, but \(path.joined(separator: " > "))"
        + " do. Limit their depth."
    case .tooLarge(let entity, let what, let count, let limit):
      "The schema of \(entity) must have at most \(limit) \(what), but has \(count). Use an entity "
        + "with fewer properties, or a smaller depth."
    }
  }
}
