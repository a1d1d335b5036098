import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a context as files or as a result: JSON, a record per line, or CSV.
struct DataOutput {
  private let call: Call
  private let context: ManagedObjectContext
  /// The entity that is written alone.
  private let entity: String?
  let format: Format

  enum Format: String, CaseIterable {
    case json, ndjson, csv
  }

  static let options = [
    Verb.Option("format", .word(Format.allCases.map(\.rawValue)), "the form of the data; \"json\""),
    Verb.Option("into", .folder("folder"), "write a file for each entity there"),
    Verb.Option("replace", "replace files that are there; else they are a mistake"),
    .dryRun,
  ]

  /// - Throws: ``CommandError`` for what cannot be one result.
  init(_ context: ManagedObjectContext, entity: String?, _ call: Call) throws {
    (self.call, self.context, self.entity) = (call, context, entity)
    format = call["format"].flatMap(Format.init) ?? .json
    if format != .json && entity == nil && !call.has("into") {
      let name = format == .csv ? "CSV has a table" : "NDJSON has lines"
      throw call.wrong("\(name) for each entity: choose one with --entity, or say --into.")
    }
  }

  /// Writes all files, or the result.
  ///
  /// - Parameter check: Looks at the data before anything is written.
  /// - Throws: ``CommandError``.
  func write(check: ([(entity: String?, data: Data)]) throws -> Void = { _ in }) throws {
    do {
      guard let folder = call["into"] else {
        let data = try entity.map(data(of:)) ?? context.json()
        // A document of all entities tells itself what is of which.
        try check([(format == .json ? nil : entity, data)])
        call.session.result.write(String(decoding: data, as: UTF8.self))
        return
      }
      let tables = try tables()
      try check(tables.map { ($0.entity, $0.data) })
      try write(
        tables.map { (folder.appendingPath("\($0.entity).\(format.rawValue)"), $0.data) }, folder)
    } catch let report as ValidationReport {
      throw CommandError(
        .badData,
        "The data cannot be written.\n"
          + CommandAdvice.told("\(report)"))
    }
  }

  private func write(_ files: [(path: String, data: Data)], _ folder: String) throws {
    if !call.has("replace"), let file = files.first(where: { FileStatus($0.path) != nil }) {
      throw CommandError(
        .usage,
        "\(file.path.shown) must not be there yet, but is. Choose another folder, or say "
          + "--replace.")
    }
    if !call.has("dry-run") { try Files.makeFolder(folder) }
    for (path, data) in files {
      if !call.has("dry-run") { try Files.write(data, to: path) }
      call.session.result.line(path: path)
    }
  }

  private func data(of entity: String) throws -> Data {
    switch format {
    case .json: try context.json(of: entity)
    case .ndjson: try context.json(of: entity, layout: .lines)
    case .csv: try context.csv(of: entity)
    }
  }

  /// The data of each topmost entity with objects, sub-entities included.
  private func tables() throws -> [(entity: String, data: Data)] {
    if format == .csv { return try context.csv().map { ($0.entity, $0.table) } }
    return try context.model.entities
      .filter { $0.parent == nil && !context.objects(of: $0.name).isEmpty }
      .map { ($0.name, try data(of: $0.name)) }
  }
}
