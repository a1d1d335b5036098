import Armature
import ArmatureGenerator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  static let sample = Verb(
    name: "sample", summary: "makes valid example data",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option("entity", .text("name"), "objects of this entity, and those that they require"),
      Option("count", .number("n"), "so many objects of each entity; 10 unless given"),
      Option("seed", .number("n"), "another number makes other data; 0 unless given"),
      Option("format", .word(["json", "csv"]), "the form of the data; \"json\""),
      Option("into", .folder("folder"), "write a file for each entity there"),
      Option("replace", "replace files that are there; else they are a mistake"),
      .dryRun,
    ],
    details: [
      "The objects keep every rule of the model, and are linked as it requires. The same seed makes the "
        + "same data.",
      "A table has one entity: CSV needs --entity, and prints the objects of that one, or --into.",
    ],
    examples: [
      Example("armature sample shop.swift --count 3", "prints three objects of each entity."),
      Example(
        "armature sample shop.swift --format csv --into data", "makes a folder of tables to try."),
    ],
    work: .withModel { model, call in
      return try SampleData(model, call).write()
    })
}

/// Makes objects, and writes them.
private struct SampleData {
  let call: Call
  let entity: String?
  let context: ManagedObjectContext
  let isTable: Bool
  let script: ScriptPath

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.call = call
    script = ScriptPath(call.operands[0])
    context = ManagedObjectContext(model: model)
    call.session.context = context
    isTable = call["format"] == "csv"
    entity = try call["entity"].map { try model.entity(named: $0, call).name }
    if isTable && entity == nil && !call.has("into") {
      throw call.wrong("CSV has a table for each entity: choose one with --entity, or say --into.")
    }
    let names = entity.map { [$0] } ?? model.entities.filter { !$0.isAbstract }.map(\.name)
    let counts = names.map { ($0, call.number("count") ?? 10) }
    let seed = UInt64(call.number("seed") ?? 0)
    do {
      // What a cell cannot hold would be missing, or something else, when it is read.
      let generator =
        isTable
        ? ObjectGenerator(model, seed: seed) { CSVFormat().keeps($1, of: $0) }
        : ObjectGenerator(model, seed: seed)
      try generator.make(Dictionary(uniqueKeysWithValues: counts), in: context)
    } catch let error as GenerationError {
      throw CommandError(.badData, script.located("\(error)"))
    } catch let error as ManagedObjectError {
      throw CommandError(.usage, "\(error)")
    }
  }

  func write() throws -> ExitStatus {
    do {
      guard let folder = call["into"] else {
        let data = try isTable ? context.csv(of: entity ?? "") : context.json()
        try check([source(data, of: isTable ? entity : nil)])
        call.session.result.write(String(decoding: data, as: UTF8.self))
        return .success
      }
      let tables = try isTable ? context.csv() : documents()
      try check(tables.map { source($0.table, of: $0.entity) })
      let ending = isTable ? "csv" : "json"
      let files = tables.map {
        (path: folder.appendingPath("\($0.entity).\(ending)"), data: $0.table)
      }
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
      return .success
    } catch let report as ValidationReport {
      throw CommandError(.badData, "The data cannot be written.\n\(script.located(report))")
    }
  }

  private func source(_ data: Data, of entity: String?) -> LoadSource {
    .data(data, as: entity, layout: isTable ? .csv() : .document, name: entity ?? "")
  }

  /// Reads the data back as `validate` would, before anything is written.
  private func check(_ sources: [LoadSource]) throws {
    do {
      try ManagedObjectContext(model: context.model).load(sources)
    } catch let report as ValidationReport {
      let remedy =
        isTable && !call.has("into")
        ? " With --into the objects of other entities are written, too, each in a table of its own."
        : ""
      throw CommandError(
        .badData,
        "The data must be valid when it is read back, but is not.\(remedy)\n\(script.located(report))"
      )
    }
  }

  /// JSON of the objects of each topmost entity, as tables have them.
  private func documents() throws -> [(entity: String, table: Data)] {
    try context.model.entities.filter { $0.parent == nil && !context.objects(of: $0.name).isEmpty }
      .map { ($0.name, try context.json(of: $0.name)) }
  }
}
