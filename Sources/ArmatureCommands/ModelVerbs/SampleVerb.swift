import Armature
import ArmatureGenerator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  static let sample = Verb(
    name: "sample", summary: "generates valid sample data",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "entity", .text("name"), "only objects of this entity, and the objects that they require"),
      Option("count", .number("n"), "the number of objects of each entity (default: 10)"),
      Option("seed", .number("n"), "the seed; another one generates other data (default: 0)"),
    ] + DataOutput.options,
    details: [
      "The objects satisfy all rules of the model, and have all required links. The same seed "
        + "generates the same data.",
      "A CSV table and an NDJSON file contain one entity: use --entity to print the objects of "
        + "one, or --into to write all.",
    ],
    examples: [
      Example("armature sample shop.swift --count 3", "prints three objects of each entity."),
      Example(
        "armature sample shop.swift --format csv --into data", "makes a folder of tables to try."),
    ],
    work: .withModel { model, call in
      try SampleData(call.skippingClosures(of: model), call).write()
    })
}

/// Generates objects and writes them.
private struct SampleData {
  let call: Call
  let context: ManagedObjectContext
  let output: DataOutput

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.call = call
    context = ManagedObjectContext(model: model)
    call.session.context = context
    let entity = try model.entityOption(of: call)
    // A document also contains the objects that the generated ones require.
    output = try DataOutput(
      context, entity: call["format"] ?? "json" == "json" ? nil : entity, call)
    let names = entity.map { [$0] } ?? model.entities.filter { !$0.isAbstract }.map(\.name)
    let counts = names.map { ($0, call.number("count") ?? 10) }
    let seed = UInt64(call.number("seed") ?? 0)
    do {
      // A value with characters that the encoding lacks could not be written.
      let generator =
        output.format == .csv
        ? ObjectGenerator(model, seed: seed) { [table = output.table] in
          table.keeps($1, of: $0.type)
        }
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

  /// Reads the data again as `validate` does.
  private func check(_ parts: [(entity: String?, data: Data)]) throws {
    let layout: LoadSource.Layout =
      switch output.format {
      case .json: .document
      case .ndjson: .lines
      case .csv: .csv(output.table)
      }
    do {
      try ManagedObjectContext(model: context.model).load(
        parts.map { .data($0.data, as: $0.entity, layout: layout, name: $0.entity ?? "") })
    } catch let report as ValidationReport {
      let remedy =
        output.format != .json && !call.has("into")
        ? " Use --into to write the objects of other entities, too, to a file for each."
        : ""
      throw CommandError(
        .badData,
        "The data must be valid when it is read back, but is not.\(remedy)\n"
          + report.rendered(as: .text, messages: .command))
    }
  }
}
