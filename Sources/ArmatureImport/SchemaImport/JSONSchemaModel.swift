public import Armature
public import ArmatureModel

/// A model that was imported from a JSON Schema, or from the components of an OpenAPI description.
///
/// ```swift
/// let text = #"{"title": "Cup", "type": "object", "properties": {"size": {"type": "integer", "minimum": 1}}}"#
/// try Data(text.utf8).write(to: URL(filePath: "cup.schema.json"))
/// let cups = try JSONSchemaModel(contentsOf: "cup.schema.json")
/// print(cups.model.entities[0].attributes[0])  // size: Int?, a value of at least 1
/// ```
/// The schema is converted like this:
/// - Schemas of objects with properties become entities. These are the root, the schemas under `$defs`, `definitions`
///   and `components/schemas`, and all targets of references.
/// - References become to-one relationships, and arrays of references or objects become to-many relationships.
/// - A choice between objects becomes an abstract entity, if the values of a required key tell them apart. Values of
///   several types, maps, tuples and other choices become JSON values with a rule.
/// - Keywords that a model cannot express are left out, or are kept in the user info with the prefix `schema.`. For
///   each of them, ``issues`` has an issue with its line and column.
public struct JSONSchemaModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// The differences between the model and the schema, in the order of the file.
  public let issues: [ModelIssue]
  /// The entity of the root schema. If the root describes a list of records, it is the entity of these.
  ///
  /// It is `nil` if the root describes neither, for example in a file of definitions.
  public let rootEntity: String?
  /// The unknown keys that a load must keep to accept the documents of the schema, and to write them again.
  ///
  /// Each entity has an attribute for the keys that are not those of its properties, usually called `otherKeys`. It is
  /// ``/Armature/KeptKeys/none`` for a schema that was made from a model.
  public let keptKeys: KeptKeys

  /// Reads a schema.
  ///
  /// A reference may lead to another file in the folder of the schema, or in a folder inside of it. Its address must be
  /// relative, or start like the `$id` of the schema. No address is ever looked up in a network.
  ///
  /// - Parameter path: The path of a JSON file.
  /// - Throws: `FileReadError` if the file cannot be read. `ModelError` with all issues if the schema is invalid, has
  ///   no entities, has more than 200 files, or is larger than 16 MiB with all of them.
  /// - Complexity: O(*n*) in the size of the file and of the referenced schemas. A referenced schema counts for each
  ///   reference.
  public init(contentsOf path: String) throws {
    let text: JSONText
    do throws(FileReadError) {
      text = try JSONText.file(path, sizeLimit: SchemaLoader.sizeLimit)
    } catch {
      guard error.reason == .tooLarge(limit: SchemaLoader.sizeLimit) else { throw error }
      throw Self.unreadable(
        path,
        "A schema must have at most \(SchemaLoader.sizeLimit >> 20) MiB, but the file has more.")
    }
    try self.init(text, path: path, hasFiles: true)
  }

  /// Reads a schema in memory. The path appears in messages.
  ///
  /// - Parameter hasFiles: Whether references may lead to files in the folder of the path.
  package init(_ text: JSONText, path: String, hasFiles: Bool = false) throws {
    let findings = ImportFindings(file: path)
    let file = SchemaFile(
      try SchemaLoader.documents(of: text, path: path, hasFiles: hasFiles, findings))
    if file.isModel {
      throw Self.unreadable(
        path,
        "The file must have a schema, but has an Armature model, which every verb accepts directly."
      )
    }
    let name = Self.name(of: path)
    let reader = SchemaReader(file, findings)
    reader.read(name: name)
    if reader.entities.isEmpty, findings.errors.isEmpty {
      throw Self.unreadable(
        path,
        "A schema must describe an object with properties, or have such under $defs or components/schemas, but does"
          + " not.")
    }
    if findings.errors.contains(where: { $0.code == .tooManyEntities }) {
      // The unread part would cause further errors everywhere.
      throw ModelError(findings.errors)
    }
    let title = file.isOurs ? file.root["title"]?.text ?? file.documentTitle : nil
    model = try ImportRepair.model(
      title ?? name, reader.entities.map(\.description), findings, prefix: SchemaReader.prefix)
    issues = findings.sortedNotes
    rootEntity = reader.rootEntity
    keptKeys = reader.keptName.map { .unknownKeys(in: $0) } ?? .none
  }

  /// Returns whether a JSON text has the keys of a schema, or of an OpenAPI description, at its top level.
  ///
  /// A model of Armature has none of these keys.
  package static func isSchema(_ text: JSONText) -> Bool {
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      guard try cursor.peek() == .object, try cursor.enterObject() else { return false }
      repeat {
        if keywords.contains(String(decoding: try cursor.key().bytes, as: UTF8.self)) {
          return true
        }
        try cursor.skipValue()
      } while try cursor.nextMember()
    } catch {
      // The syntax error is reported when the text is read.
    }
    return false
  }

  /// Keys at the top level of schemas.
  private static let keywords: Set<String> = [
    "$schema", "$id", "$ref", "$defs", "definitions", "openapi", "components", "type", "properties",
    "items", "allOf", "anyOf", "oneOf",
  ]

  private static func unreadable(_ path: String, _ message: String) -> ModelError {
    ModelError([
      ModelIssue(
        .unreadableModel, entity: "", message: message, site: DeclarationSite(file: path, line: 0))
    ])
  }

  /// Returns the name of a file without its extensions.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.split(separator: ".").first.map(String.init) ?? ""
    return name.isEmpty ? "Model" : ImportNames.entity(name)
  }
}
