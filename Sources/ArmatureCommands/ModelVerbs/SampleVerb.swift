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
    ] + DataOutput.options,
    details: [
      "The objects keep every rule of the model, and are linked as it requires. The same seed makes the "
        + "same data.",
      "A table has one entity, and so have lines: CSV and NDJSON need --entity, and print the objects of that "
        + "one, or --into.",
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
  let context: ManagedObjectContext
  let output: DataOutput

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.call = call
    context = ManagedObjectContext(model: model)
    call.session.context = context
    let entity = try model.entityOption(of: call)
    // A document has what the objects require, too.
    output = try DataOutput(
      context, entity: call["format"] ?? "json" == "json" ? nil : entity, call)
    let names = entity.map { [$0] } ?? model.entities.filter { !$0.isAbstract }.map(\.name)
    let counts = names.map { ($0, call.number("count") ?? 10) }
    let seed = UInt64(call.number("seed") ?? 0)
    do {
      // What a cell cannot hold would be missing, or something else, when it is read.
      let generator =
        output.format == .csv
        ? ObjectGenerator(model, seed: seed) { CSVFormat().keeps($1, of: $0) }
        : ObjectGenerator(model, seed: seed)
      try generator.make(Dictionary(uniqueKeysWithValues: counts), in: context)
    } catch let error as GenerationError {
      throw CommandError(.badData, "\(error)")
    } catch let error as ManagedObjectError {
      throw CommandError(.usage, "\(error)")
    }
  }

  func write() throws -> ExitStatus {
    try output.write(check: check)
    return .success
  }

  /// Reads the data back as `validate` would.
  private func check(_ parts: [(entity: String?, data: Data)]) throws {
    let layout: LoadSource.Layout =
      switch output.format {
      case .json: .document
      case .ndjson: .lines
      case .csv: .csv()
      }
    do {
      try ManagedObjectContext(model: context.model).load(
        parts.map { .data($0.data, as: $0.entity, layout: layout, name: $0.entity ?? "") })
    } catch let report as ValidationReport {
      let remedy =
        output.format != .json && !call.has("into")
        ? " With --into the objects of other entities are written, too, each in a file of its own."
        : ""
      throw CommandError(
        .badData,
        "The data must be valid when it is read back, but is not.\(remedy)\n\(report)"
      )
    }
  }
}
