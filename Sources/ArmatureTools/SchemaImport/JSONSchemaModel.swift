package import Armature
public import ArmatureModel

/// A model made of a JSON Schema, or of the components of OpenAPI.
///
/// ```swift
/// let text = #"{"title": "Cup", "type": "object", "properties": {"size": {"type": "integer", "minimum": 1}}}"#
/// try Data(text.utf8).write(to: URL(filePath: "cup.schema.json"))
/// let cups = try JSONSchemaModel(contentsOf: "cup.schema.json")
/// print(cups.model.entities[0].attributes)  // [size: Int?, a value of at least 1]
/// ```
/// Objects with properties become entities: the root, those under `$defs`, `definitions` and `components/schemas`, and
/// whatever references lead to. References become relationships, arrays of them to-many ones, and objects of nothing but
/// values in the place of a value composites. What a model cannot say is kept in the user info under its name with
/// `schema.` before it, or left out, and stands in ``issues`` with its line and column.
public struct JSONSchemaModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// What the model has otherwise than the schema, or could not take over, in the order of the file.
  public let issues: [ModelIssue]

  /// The most bytes of a file.
  private static let sizeLimit = 16 << 20

  /// Reads a schema.
  ///
  /// - Parameter path: A file of JSON; references must lead into the same file.
  /// - Throws: `FileReadError` for a file that cannot be read; `ModelError` with every mistake in it. A file of more than
  ///   16 MiB, or with nothing that can be an entity, is a mistake.
  /// - Complexity: O(*n*) in the size of the file, and of the schemas that are referred to, each as often as it is.
  public init(contentsOf path: String) throws {
    let text: JSONText
    do throws(FileReadError) {
      text = try JSONText.file(path, sizeLimit: Self.sizeLimit)
    } catch {
      guard error.reason == .tooLarge(limit: Self.sizeLimit) else { throw error }
      throw Self.unreadable(
        path, "A schema must have at most \(Self.sizeLimit >> 20) MiB, but the file has more.")
    }
    try self.init(text, path: path)
  }

  /// Reads a schema in memory; the path stands in messages.
  package init(_ text: JSONText, path: String) throws {
    let findings = ImportFindings(file: path)
    let lines = LineIndex(text)
    let file = SchemaFile(try SchemaParser.root(of: text, lines, findings))
    if file.isModel {
      throw Self.unreadable(
        path,
        "The file must have a schema, but has an Armature model, which every verb accepts directly."
      )
    }
    let name = Self.name(of: path)
    let reader = SchemaReader(file, lines, findings)
    reader.read(name: name)
    if reader.entities.isEmpty, findings.errors.isEmpty {
      throw Self.unreadable(
        path,
        "A schema must describe an object with properties, or have such under $defs or components/schemas, but does"
          + " not.")
    }
    if findings.errors.contains(where: { $0.code == .tooManyEntities }) {
      // What was left out would be missed everywhere.
      throw ModelError(findings.errors)
    }
    let title = file.isOurs ? file.root["title"]?.text ?? file.documentTitle : nil
    model = try ImportRepair.model(
      title ?? name, reader.entities.map(\.description), findings, prefix: SchemaReader.prefix)
    issues = findings.sortedNotes
  }

  private static func unreadable(_ path: String, _ message: String) -> ModelError {
    ModelError([
      ModelIssue(
        .unreadableModel, entity: "", message: message, site: DeclarationSite(file: path, line: 0))
    ])
  }

  /// The name of a file without its endings.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.split(separator: ".").first.map(String.init) ?? ""
    return name.isEmpty ? "Model" : ImportNames.entity(name)
  }
}
