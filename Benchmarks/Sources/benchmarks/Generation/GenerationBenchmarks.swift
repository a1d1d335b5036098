import Armature
import ArmatureTesting
import Foundation

private let count = 20_000

/// Valid objects of ten attributes with nine rules, made up and inserted into a new context.
func generationBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "generation/make", repetitions: 5,
      comparisons: [
        Comparison(subject: "object", baseline: .nothing, goal: .atMost(10_000, .nanoseconds))
      ]
    ) {
      let model = try generatedModel()
      return [
        .timed("object", operations: count) {
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: 1)
          sink(expect { try generator.make("Book", count: count, in: context) })
        }
      ]
    }
  ]
}

private func generatedModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Books") {
    Entity("Book") {
      Attribute("isbn", String.self).matching("97[89]-[0-9]{10}").identifying()
      Attribute("title", String.self).length(1...100)
      Attribute("author", String.self).length(1...40)
      Attribute("language", String.self).matching("[a-z]{2}(-[A-Z]{2})?")
      Attribute("pages", Int.self).range(1...10_000)
      Attribute("stock", Int.self).range(0...)
      Attribute("price", Double.self).range(0..<1000)
      Attribute("inPrint", Bool.self)
      Attribute("published", Date.self).range(...Date(timeIntervalSinceReferenceDate: 1e9))
      Attribute("format", String?.self).oneOf(["paper", "ebook", "audio"])
    }
  }
}
