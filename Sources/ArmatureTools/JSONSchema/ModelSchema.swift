public import ArmatureModel

/// What `load` accepts for a model, as a schema that other programs check data with.
///
/// ```swift
/// let schema = ModelSchema(model)
/// print(schema.jsonSchema().contains("2020-12"))  // true
/// for remark in schema.unsaid { print(remark) }
/// ```
/// Whatever a load accepts is valid by the schema. What a schema cannot say, such as rules over several
/// properties and whether a reference leads anywhere, is left to the load: it stands in comments of
/// the schema, and in ``unsaid``.
public struct ModelSchema: Sendable {
  /// What the schema leaves to the load, in the order of the model.
  public let unsaid: [Remark]
  private let model: ManagedObjectModel
  private let title: String
  private let document: JSONNode
  private let definitions: [JSONNode.Member]

  /// Something that a schema cannot say.
  ///
  /// ```swift
  /// let remarks = ModelSchema(model).unsaid.filter { $0.entity == "Book" }
  /// print(remarks.map(\.sentence))
  /// ```
  public struct Remark: Hashable, Sendable, CustomStringConvertible {
    /// The name of the entity; empty for what is about all data.
    public let entity: String
    /// The name of the property; `nil` for what is about the whole record.
    public let property: String?
    /// What a load demands beyond the schema.
    public let sentence: String

    /// The place and the sentence: `Book.title: texts are measured in characters`.
    public var description: String {
      let place = [entity, property ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
      return (place.isEmpty ? "" : "\(place): ") + sentence
    }
  }

  /// Makes the schema of a model.
  ///
  /// - Complexity: O(*n*) in the number of properties, inherited ones counted with each entity.
  public init(_ model: ManagedObjectModel) {
    self.init(model, root: "#/$defs/")
  }

  private init(_ model: ManagedObjectModel, root: String) {
    var builder = SchemaBuilder(model, root: root)
    self.model = model
    title = model.name
    document = builder.document()
    definitions = builder.definitions()
    unsaid = builder.remarks
  }

  /// A JSON Schema (2020-12) of a document with records of all entities, which has that of each record
  /// under `$defs`.
  public func jsonSchema() -> String {
    JSONNode.members([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string(title),
    ]).merging(document).with("$defs", .object(definitions)).text
  }

  /// The components of a description in OpenAPI 3.1: a schema for each entity, and one of a document.
  public func openAPI() -> String {
    let other = ModelSchema(model, root: "#/components/schemas/")
    let name = SchemaNames.component(title) + ".document"
    let schemas = other.definitions + [JSONNode.Member(key: name, value: other.document)]
    return JSONNode.members([
      "openapi": .string("3.1.0"),
      "info": .members(["title": .string(title), "version": .string("1")]),
      "paths": .object([]),
      "components": .members(["schemas": .object(schemas)]),
    ]).text
  }
}

extension JSONNode {
  /// The object with the members of another one behind its own.
  fileprivate func merging(_ other: JSONNode) -> JSONNode { .object(members + other.members) }
}
