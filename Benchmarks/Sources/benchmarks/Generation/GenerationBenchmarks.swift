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
    },
    Benchmark(
      name: "generation/unique", repetitions: 5,
      comparisons: [
        Comparison(subject: "one-by-one", baseline: .nothing, goal: .atMost(12_000, .nanoseconds)),
        Comparison(subject: "one-by-one", baseline: .limit("by-hand"), goal: .ratio(atMost: 8)),
        Comparison(
          subject: "one-by-one-among-100k", baseline: .limit("one-by-one-among-1k"),
          goal: .ratio(atMost: 1.5), note: "flat"),
      ]
    ) {
      let model = try uniqueModel()
      func more(among others: Int) throws -> () -> Void {
        let context = ManagedObjectContext(model: model)
        let generator = ObjectGenerator(model, seed: 1)
        try generator.make("Item", count: others, in: context)
        return { for _ in 0..<1_000 { expect { try generator.make("Item", in: context) } } }
      }
      return [
        .timed("one-by-one", operations: count) {
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: 1)
          for _ in 0..<count { expect { try generator.make("Item", in: context) } }
          sink(context)
        },
        .timed("by-hand", operations: count) {
          let context = ManagedObjectContext(model: model)
          var random = SplitMix64(seed: 1)
          for _ in 0..<count { expect { try makeItem(in: context, &random) } }
          sink(context)
        },
        .timed("one-by-one-among-1k", operations: 1_000, try more(among: 1_000)),
        .timed("one-by-one-among-100k", operations: 1_000, try more(among: 100_000)),
      ]
    },
    Benchmark(
      name: "generation/sum", repetitions: 3,
      comparisons: [
        Comparison(subject: "line", baseline: .nothing, goal: .atMost(30_000, .nanoseconds))
      ]
    ) {
      let model = try sumModel()
      return [
        .timed("line", operations: 10_000) {
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: 1)
          sink(expect { try generator.make("Line", count: 10_000, in: context) })
        }
      ]
    },
  ]
}

/// What a test writes down by hand: a code that no other object has, and a number.
private func makeItem(
  in context: ManagedObjectContext, _ random: inout SplitMix64
) throws -> ManagedObject {
  while true {
    let code = "\(1_000_000 + random.next() % 9_000_000)"
    guard context.object(of: "Item", identifiedBy: .string(code)) == nil else { continue }
    let item = try context.insert("Item")
    item.code = code
    item.stock = Int(random.next() % 1_000)
    try item.validateForSave()
    return item
  }
}

private func uniqueModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Items") {
    Entity("Item") {
      Attribute("code", String.self).matching("[1-9][0-9]{6}").identifying()
      Attribute("stock", Int.self).range(0...1_000)
    }
  }
}

/// Many lines of one order, whose sum is that of the order.
private func sumModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Orders") {
    Entity("Order") {
      Attribute("total", Int.self).range(0...)
      Relationship("lines", to: "Line", .toMany, inverse: "order")
      Rule("the total is that of the lines") { $0.lines.sum("amount") == $0.total }
    }
    Entity("Line") {
      Attribute("amount", Int.self).range(1...500)
      Relationship("order", to: "Order", inverse: "lines").required()
    }
  }
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
