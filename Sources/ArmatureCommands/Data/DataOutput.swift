import Armature
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the objects of a context to files or to the result. The format is JSON, one record per line, or CSV.
struct DataOutput {
  private let call: Call
  private let context: ManagedObjectContext
  /// The only entity to write.
  private let entity: String?
  /// Whether each object is written as a document of its own.
  private let writesDocuments: Bool
  let format: Format
  /// The format of tables.
  let table: CSVFormat
  private let guardsFormulas: Bool

  enum Format: String, CaseIterable {
    case json, ndjson, csv
  }

  static let options =
    [
      Verb.Option(
        "format", .word(Format.allCases.map(\.rawValue)),
        "the format of the data (default: \"json\")"
      ),
      Verb.Option("into", .folder("folder"), "write a file for each entity to this folder"),
      Verb.Option("replace", "replace existing files; otherwise they are errors"),
      .dryRun,
    ] + TableOptions.options + [
      Verb.Option(
        "guard-formulas",
        "write \\' before text that a spreadsheet would run; load removes it again")
    ]

  /// - Throws: ``CommandError`` if the format cannot be written as a single result.
  init(_ context: ManagedObjectContext, entity: String?, _ call: Call) throws {
    (self.call, self.context) = (call, context)
    writesDocuments = call.has("documents")
    self.entity = entity ?? (writesDocuments ? call.session.schema?.rootEntity : nil)
    format = call["format"].flatMap(Format.init) ?? .json
    let options = TableOptions(call)
    table = try options.format()
    guardsFormulas = call.has("guard-formulas")
    if format != .csv,
      let option = (options.given + (guardsFormulas ? ["guard-formulas"] : [])).first
    {
      throw call.wrong("--\(option) applies to tables: use it with --format csv.")
    }
    if writesDocuments {
      if format == .csv {
        throw call.wrong("--documents writes JSON, not CSV. Leave out --format.")
      }
      if self.entity == nil {
        throw call.wrong("--documents needs the entity of the documents: choose it with --entity.")
      }
    } else if call.has("keep-unknown") {
      throw call.wrong("--keep-unknown applies to documents: use it with --documents.")
    }
    if format != .json && entity == nil && !call.has("into") {
      let name = format == .csv ? "CSV needs a table" : "NDJSON needs a file"
      throw call.wrong("\(name) for each entity: choose one with --entity, or use --into.")
    }
  }

  /// Writes the files or the result.
  ///
  /// - Parameter check: A closure that checks the data before it is written.
  /// - Throws: ``CommandError``.
  func write(check: ([(entity: String?, data: Data)]) throws -> Void = { _ in }) throws {
    do {
      guard let folder = call["into"] else {
        let data = try entity.map(data(of:)) ?? context.json()
        // A document names the entities of its records.
        try check([(format == .json ? nil : entity, data)])
        data.withUnsafeBytes(call.session.result.write)
        return
      }
      let tables = try tables()
      try check(tables.map { ($0.entity, $0.data) })
      try write(
        tables.map { (folder.appendingPath("\($0.entity).\(format.rawValue)"), $0.data) }, folder
      ) { try Files.write($0, to: $1) }
    } catch let report as ValidationReport {
      throw refusal(report)
    }
  }

  private func refusal(_ report: ValidationReport) -> CommandError {
    CommandError(
      .badData, "The data cannot be written.\n\(report.rendered(as: .text, messages: .command))")
  }

  // MARK: Of a store

  /// Writes all objects of the context's store in chunks.
  ///
  /// They are first written to temporary files, so an export that fails changes no file.
  ///
  /// - Throws: ``CommandError``, or an error of the store.
  func export() throws {
    let temporary = try TemporaryFolder(in: call.session.temporaryFolder)
    defer { temporary.remove() }
    do {
      guard let folder = call["into"] else {
        let path = temporary.path.appendingPath("all")
        try Files.write(to: path) { write in
          if let entity, writesDocuments {
            try exportDocuments(of: entity, write)
          } else if let entity {
            try export(entity, write)
          } else {
            try context.exportJSON { chunk in try chunk.withUnsafeBytes(write) }
          }
        }
        return try Files.forEachPortion(of: path) { call.session.result.write($0) }
      }
      if writesDocuments, let entity { return try exportDocuments(of: entity, into: folder) }
      let entities = try context.model.entities.map(\.name).filter { name in
        try context.model[name]?.parent == nil && context.count(FetchRequest(name)) > 0
      }
      for entity in entities {
        try Files.write(to: temporary.path.appendingPath(entity)) { try export(entity, $0) }
      }
      try write(
        entities.map { entity in
          let name = "\(entity).\(format.rawValue)"
          return (folder.appendingPath(name), temporary.path.appendingPath(entity))
        }, folder
      ) { try Files.copy($0, to: $1) }
    } catch let report as ValidationReport {
      throw refusal(report)
    }
  }

  private func export(
    _ entity: String, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    func pass(_ chunk: Data) throws { try chunk.withUnsafeBytes(write) }
    switch format {
    case .json: try context.exportJSON(of: entity, to: pass)
    case .ndjson: try context.exportJSON(of: entity, layout: .lines, to: pass)
    case .csv:
      try context.exportCSV(
        of: entity, format: table, guardsFormulas: guardsFormulas, to: pass)
    }
  }

  /// Writes one document alone in lines that are indented, and several ones on a line each.
  private func exportDocuments(
    of entity: String, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var request = FetchRequest(entity)
    request.limit = 2
    let found = try context.fetch(request)
    if found.count == 1, format == .json {
      return try context.json(of: found[0], keeping: call.keptKeys).withUnsafeBytes(write)
    }
    try context.exportDocuments(of: entity, keeping: call.keptKeys) {
      try $0.withUnsafeBytes(write)
    }
  }

  /// Writes a file for each document, with its number as its name.
  private func exportDocuments(of entity: String, into folder: String) throws {
    let objects = try context.fetch(FetchRequest(entity))
    let digits = "\(objects.count)".count
    let files = try objects.enumerated().map { number, object in
      let name = "\(number + 1)"
      let zeros = String(repeating: "0", count: digits - name.count)
      return (
        path: folder.appendingPath("\(entity)-\(zeros)\(name).json"),
        content: try context.json(of: object, keeping: call.keptKeys)
      )
    }
    try write(files, folder) { try Files.write($0, to: $1) }
  }

  /// Writes files into a folder.
  ///
  /// - Parameter put: A closure that writes the content of a file to its path.
  private func write<Content>(
    _ files: [(path: String, content: Content)], _ folder: String,
    _ put: (Content, String) throws -> Void
  ) throws {
    try checkNew(files.map(\.path))
    if !call.has("dry-run") { try Files.makeFolder(folder) }
    for (path, content) in files {
      if !call.has("dry-run") { try put(content, path) }
      call.session.result.line(path: path)
    }
  }

  /// Fails if a file exists that must not be replaced.
  private func checkNew(_ paths: [String]) throws {
    guard !call.has("replace"), let path = paths.first(where: { FileStatus($0) != nil }) else {
      return
    }
    throw CommandError(
      .usage,
      "\(path.shown) already exists. Choose another folder, or use --replace.")
  }

  private func data(of entity: String) throws -> Data {
    switch format {
    case .json: try context.json(of: entity)
    case .ndjson: try context.json(of: entity, layout: .lines)
    case .csv: try context.csv(of: entity, format: table, guardsFormulas: guardsFormulas)
    }
  }

  /// Returns the data of each root entity that has objects, including sub-entities.
  private func tables() throws -> [(entity: String, data: Data)] {
    if format == .csv {
      return try context.csv(format: table, guardsFormulas: guardsFormulas)
        .map { ($0.entity, $0.table) }
    }
    return try context.model.entities
      .filter { $0.parent == nil && !context.objects(of: $0.name).isEmpty }
      .map { ($0.name, try data(of: $0.name)) }
  }
}
