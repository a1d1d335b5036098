import Armature
import ArmatureTools
import Foundation

/// Importing and displaying models of other origin, which must not take unbounded time.
func toolBenchmarks() -> [Benchmark] {
  [
    pictures(), crossingBenchmark(), corpusBenchmark(),
    Benchmark(
      name: "tools/page", repetitions: 5,
      comparisons: [
        Comparison(subject: "100-entities", baseline: .nothing, goal: .atMost(500, .milliseconds)),
        Comparison(
          subject: "clique-of-60", baseline: .nothing, goal: .atMost(1_500, .milliseconds)),
        Comparison(
          subject: "100-entities-size", baseline: .nothing, goal: .atMost(300_000, .bytes)),
      ]
    ) {
      let (usual, clique) = (try ToolModels.near(100, links: 150), try ToolModels.clique(60))
      return [
        .milliseconds("100-entities") { sink(InspectorPage(usual).html()) },
        .milliseconds("clique-of-60") { sink(InspectorPage(clique).html()) },
        .measured("100-entities-size", .bytes) { Double(InspectorPage(usual).html().utf8.count) },
      ]
    },
    Benchmark(
      name: "tools/schema", repetitions: 5,
      comparisons: [
        Comparison(subject: "chain-of-500", baseline: .nothing, goal: .atMost(500, .milliseconds)),
        Comparison(subject: "500-entities", baseline: .nothing, goal: .atMost(500, .milliseconds)),
      ]
    ) {
      let (chain, usual) = (try ToolModels.chain(500), try ToolModels.near(500, links: 2_000))
      return [
        .milliseconds("chain-of-500") { sink(ModelSchema(chain).jsonSchema()) },
        .milliseconds("500-entities") { sink(ModelSchema(usual).jsonSchema()) },
      ]
    },
    Benchmark(
      name: "tools/import", repetitions: 5,
      comparisons: [
        Comparison(
          subject: "500-entities", baseline: .limit("XMLParser"), goal: .ratio(atMost: 10),
          note: "XMLParser: events alone, no model")
      ]
    ) {
      let folder = try TemporaryFolder()
      let file = folder.file("Large.xcdatamodel")
      let bytes = Data(ToolModels.xcodeContents(entities: 500).utf8)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      try bytes.write(to: URL(filePath: file + "/contents"))
      return [
        .timed("500-entities", operations: 1) { sink(expect { try XcodeModel(contentsOf: file) }) },
        .timed("XMLParser", operations: 1) {
          precondition(XMLEvents.count(bytes) > 500, "the file is XML")
          // Keeps the folder alive as long as the subject.
          sink(folder)
        },
      ]
    },
    Benchmark(
      name: "tools/generate", repetitions: 5,
      comparisons: [
        Comparison(
          subject: "500-entities", baseline: .limit("JSONEncoder"), goal: .ratio(atMost: 3),
          note: "JSONEncoder: the model as JSON")
      ]
    ) {
      let model = try ToolModels.near(500, links: 2_000)
      return [
        .timed("500-entities", operations: 1) { sink(SwiftSource(of: model).text) },
        .timed("JSONEncoder", operations: 1) { sink(expect { try JSONEncoder().encode(model) }) },
      ]
    },
  ]
}

private func pictures() -> Benchmark {
  Benchmark(
    name: "tools/svg", repetitions: 5,
    comparisons: [
      Comparison(subject: "300-entities", baseline: .nothing, goal: .atMost(1_000, .milliseconds)),
      Comparison(
        subject: "500-entities", baseline: .nothing, goal: .atMost(2_000, .milliseconds),
        note: "2,000 relationships"),
      Comparison(subject: "ring-of-250", baseline: .nothing, goal: .atMost(2_000, .milliseconds)),
      Comparison(subject: "clique-of-60", baseline: .nothing, goal: .atMost(1_000, .milliseconds)),
    ]
  ) {
    let models = [
      ("300-entities", try ToolModels.near(300, links: 450)),
      ("500-entities", try ToolModels.near(500, links: 2_000)),
      ("ring-of-250", try ToolModels.ring(250)), ("clique-of-60", try ToolModels.clique(60)),
    ]
    return models.map { name, model in .milliseconds(name) { sink(ModelDiagram(model).svg()) } }
  }
}

extension Subject {
  /// Creates a subject that runs once per round.
  fileprivate static func milliseconds(_ name: String, _ body: @escaping () -> Void) -> Subject {
    .measured(name, .milliseconds) { nanoseconds(body) / 1e6 }
  }
}
