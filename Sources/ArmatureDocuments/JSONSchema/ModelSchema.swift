public import ArmatureModel

/// A schema of the data that `load` accepts. Other programs can use it to check the data before you load it.
///
/// ```swift
/// let schema = ModelSchema(model)
/// print(schema.jsonSchema().contains("2020-12"))  // true
/// for remark in schema.unsupported { print(remark) }
/// ```
/// If a load accepts data, the schema accepts it too. The load also checks conditions that a schema cannot express,
/// such as rules about several properties and the targets of references. The comments in the schema list these
/// conditions, and so does ``unsupported``.
public struct ModelSchema: Sendable {
  /// The conditions that only a load checks, because a schema cannot express them. They are in the order of the model.
  public let unsupported: [Remark]
  private let model: ManagedObjectModel
  private let title: String
  private let document: JSONValue
  private let definitions: [JSONObject.Member]

  /// A condition that a schema cannot express.
  ///
  /// ```swift
  /// let remarks = ModelSchema(model).unsupported.filter { $0.entity == "Book" }
  /// print(remarks.map(\.sentence))
  /// ```
  public struct Remark: Hashable, Sendable, CustomStringConvertible {
    /// The name of the entity. It is empty if the remark is about all data.
    public let entity: String
    /// The name of the property. It is `nil` if the remark is about the whole record.
    public let property: String?
    /// The condition that a load checks in addition to the schema.
    public let sentence: String

    /// The property or entity, followed by the sentence: `Book.title: texts are measured in characters`.
    public var description: String {
      let place = [entity, property ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
      return (place.isEmpty ? "" : "\(place): ") + sentence
    }
  }

  /// Creates the schema of a model.
  ///
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public init(_ model: ManagedObjectModel) {
    self.init(model, root: "#/$defs/")
  }

  private init(_ model: ManagedObjectModel, root: String) {
    var builder = SchemaBuilder(model, root: root)
    self.model = model
    title = model.name
    document = builder.document()
    definitions = builder.definitions()
    unsupported = builder.remarks
  }

  /// Returns a JSON Schema (2020-12) for a document that contains records of all entities. The schemas for the records
  /// of single entities are under `$defs`.
  public func jsonSchema() -> String {
    JSONValue.members([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string(title),
    ]).merging(document).with("$defs", .object(of: definitions)).indentedText
  }

  /// Returns the components of an OpenAPI 3.1 description. They contain a schema for each entity, and one for a
  /// document with all entities.
  public func openAPI() -> String {
    let other = ModelSchema(model, root: "#/components/schemas/")
    let name = SchemaNames.component(title) + ".document"
    let schemas = other.definitions + [JSONObject.Member(key: name, value: other.document)]
    return JSONValue.members([
      "openapi": .string("3.1.0"),
      "info": .members(["title": .string(title), "version": .string("1")]),
      "paths": .object([:]),
      "components": .members(["schemas": .object(of: schemas)]),
    ]).indentedText
  }
}

extension JSONValue {
  /// Returns the object with the members of another one appended.
  fileprivate func merging(_ other: JSONValue) -> JSONValue { .object(of: members + other.members) }
}
