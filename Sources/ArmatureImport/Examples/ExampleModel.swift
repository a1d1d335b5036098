public import Armature
public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model that was proposed from examples: files with data that it is to describe.
///
/// ```swift
/// let text = #"[{"title": "Emma", "pages": 474}, {"title": "Dune", "pages": 612, "awards": ["Hugo"]}]"#
/// try Data(text.utf8).write(to: URL(filePath: "books.json"))
/// let shelf = try ExampleModel(contentsOf: "books.json")
/// print(shelf.model.entities[0].attributes)  // [title: String, pages: Int, awards: [String]?]
/// print(try ManagedObjectContext(model: shelf.model).load(shelf.sources).count)  // 2
/// ```
/// The examples are valid data of the model. A load of ``sources`` accepts them without a warning, and an export writes
/// equal data. Only `null` and a missing key become the same, and so do an empty and a missing list of objects.
///
/// The proposal is made like this:
/// - An array of objects, lines of JSON and a table become an entity with the name of the file. An object with an array
///   for each entity becomes several entities. Any other object is a document with its own entity.
/// - A value has the type that keeps all examples exactly. Otherwise, it is a `JSONValue`.
/// - A property is required if no example lacks a value.
/// - Objects inside of records become composites if all of them have the same keys and single values. Otherwise, they
///   become an entity, and belong to the object around them.
/// - Identifying attributes, relationships and lists of allowed values are guesses. All examples agree with them, and
///   ``issues`` states how many do.
public struct ExampleModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// The guesses, each with its evidence.
  public let issues: [ModelIssue]
  /// The examples.
  public let files: [File]

  /// A file with examples.
  ///
  /// ```swift
  /// try Data(#"{"name": "tide", "version": 2}"#.utf8).write(to: URL(filePath: "package.json"))
  /// let file = try ExampleModel(contentsOf: "package.json").files[0]
  /// print(file.entity ?? "", file.isDocument)  // Package true
  /// ```
  public struct File: Sendable, Hashable {
    /// The path.
    public let path: String
    /// The entity of the records. It is `nil` if the file has an array for each entity.
    public let entity: String?
    /// True if the file contains a single object, which is a document.
    public let isDocument: Bool
  }

  /// The examples as sources of a load.
  public var sources: [LoadSource] { files.map { .file($0.path, as: $0.entity) } }

  /// Reads examples.
  ///
  /// A file ends in `.csv`, `.tsv`, `.ndjson` or `.jsonl`, or contains JSON. In a folder, the files that end in `.json`
  /// or in one of these are read. Documents in a folder that have mostly the same keys become one entity.
  ///
  /// - Parameter path: The path of a file, or of a folder.
  /// - Throws: `FileReadError` if a file cannot be read. `ModelError` with the line and column if a file has invalid
  ///   data, no records, records with more than 500 different keys, or values other than objects.
  /// - Complexity: O(*n*) in the size of the files. A JSON file is in memory while it is read. Otherwise, the memory
  ///   depends on the number of different keys, and of different whole numbers and short texts.
  public init(contentsOf path: String) throws {
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    let kind = try? FileManager.default.attributesOfItem(atPath: place)[.type]
    guard kind as? FileAttributeType == .typeDirectory else {
      var files = ExampleFiles()
      try files.read(path)
      try self.init(files, path: path)
      return
    }
    let name = path.split(separator: "/").last.map(String.init) ?? "Data"
    var files = ExampleFiles(folder: name)
    for path in try Self.paths(in: path) { try files.read(path) }
    try self.init(files, path: path)
  }

  /// Reads a JSON text. The path names the entity.
  package init(_ text: JSONText, path: String) throws {
    var files = ExampleFiles()
    try files.read(text, path: path)
    try self.init(files, path: path)
  }

  private init(_ files: ExampleFiles, path: String) throws {
    var files = files
    try files.finish()
    let findings = ImportFindings(file: path)
    var planner = ExamplePlanner(files.tables, findings)
    planner.plan()
    let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    model = try ImportRepair.model(
      ImportNames.entity(name), planner.entities.map(\.description), findings, prefix: "examples.")
    issues = findings.sortedNotes
    self.files = files.files.map { path, table in
      let place = files.tables.firstIndex { $0 === table }
      return File(
        path: path, entity: place.map { planner.entities[$0].description.name },
        isDocument: table?.layout == .document)
    }
  }

  /// Returns the paths of the data files in a folder, sorted by name.
  private static func paths(in folder: String) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FileReadError(path: folder, reason: .forbidden)
    }
    let paths = names.filter { name in
      !name.hasPrefix(".")
        && ExampleFiles.endings.contains { name.lowercased().hasSuffix("." + $0) }
    }.sorted().map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    if paths.isEmpty {
      let endings = ExampleFiles.endings.map { "." + $0 }.joined(separator: ", ")
      throw ExampleFailure.modelError(
        "The folder must contain files that end in \(endings), but contains none.", folder)
    }
    return paths
  }
}
