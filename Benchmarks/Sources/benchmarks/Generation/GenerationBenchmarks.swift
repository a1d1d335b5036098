import Armature
import ArmatureTesting
import Foundation

private let count = 20_000

/// Generating valid objects with ten attributes and nine rules in a new context.
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
        Comparison(subject: "one-by-one", baseline: .limit("by-hand"), goal: .ratio(atMost: 10)),
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
        return { for _ in 0..<1_000 { expect { _ = try generator.make("Item", in: context) } } }
      }
      return [
        .timed("one-by-one", operations: count) {
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: 1)
          for _ in 0..<count { expect { _ = try generator.make("Item", in: context) } }
          sink(context)
        },
        .timed("by-hand", operations: count) {
          let context = ManagedObjectContext(model: model)
          var random = SplitMix64(seed: 1)
          for _ in 0..<count { expect { _ = try makeItem(in: context, &random) } }
          sink(context)
        },
        .timed("one-by-one-among-1k", operations: 1_000, try more(among: 1_000)),
        .timed("one-by-one-among-100k", operations: 1_000, try more(among: 100_000)),
      ]
    },
    Benchmark(
      name: "generation/sum", repetitions: 3,
      comparisons: [
        Comparison(subject: "line", baseline: .nothing, goal: .atMost(30_000, .nanoseconds)),
        Comparison(
          subject: "line-of-many-orders", baseline: .nothing, goal: .atMost(300_000, .nanoseconds)),
        Comparison(
          subject: "line-to-an-error", baseline: .nothing, goal: .atMost(300_000, .nanoseconds),
          note: "10k lines"),
      ]
    ) {
      let model = try sumModel(.max)
      let tight = try sumModel(2_000)
      let impossible = try sumModel(0)
      return [
        .timed("line", operations: 10_000) {
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: 1)
          sink(expect { try generator.make("Line", count: 10_000, in: context) })
        },
        .timed("line-of-many-orders", operations: 10_000) {
          let context = ManagedObjectContext(model: tight)
          let generator = ObjectGenerator(tight, seed: 1)
          sink(expect { try generator.make("Line", count: 10_000, in: context) })
        },
        .timed("line-to-an-error", operations: 10_000) {
          let context = ManagedObjectContext(model: impossible)
          let generator = ObjectGenerator(impossible, seed: 1)
          let made = try? generator.make("Line", count: 10_000, in: context)
          precondition(made == nil, "No line keeps the rule.")
        },
      ]
    },
    Benchmark(
      name: "generation/links", repetitions: 3,
      comparisons: [
        Comparison(
          subject: "department-and-person", baseline: .nothing,
          goal: .atMost(3_000_000, .nanoseconds))
      ]
    ) {
      let model = try staffModel()
      return [
        .timed("department-and-person", operations: 1_000) {
          let context = ManagedObjectContext(model: model)
          let counts = ["Department": 1_000, "Person": 1_000]
          sink(expect { try ObjectGenerator(model, seed: 1).make(counts, in: context) })
        }
      ]
    },
  ]
}

/// Creates an object as tests do by hand: with a unique code and a number.
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

/// Orders with many lines; the total equals the sum of the lines.
private func sumModel(_ greatest: Int) throws -> ManagedObjectModel {
  try ManagedObjectModel("Orders") {
    Entity("Order") {
      Attribute("total", Int.self).range(0...greatest)
      Relationship("lines", to: "Line", .toMany, inverse: "order")
      Rule("the total is that of the lines") { $0.lines.sum("amount") == $0.total }
    }
    Entity("Line") {
      Attribute("amount", Int.self).range(1...500)
      Relationship("order", to: "Order", inverse: "lines").required()
    }
  }
}

/// Departments with budgets and a head from their own people; a person's boss is in the same department.
private func staffModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Staff") {
    Entity("Department") {
      Attribute("budget", Int.self).range(0...)
      Relationship("head", to: "Person").required()
      Relationship("people", to: "Person", .toMany, inverse: "department")
      Rule("the head is one of the department") { $0.head.department == $0 }
      Rule("the salaries are within the budget") { $0.people.sum("salary") <= $0.budget }
    }
    Entity("Person") {
      Attribute("salary", Int.self).range(10_000...200_000)
      Relationship("department", to: "Department", inverse: "people").required()
      Relationship("boss", to: "Person", inverse: "reports")
      Relationship("reports", to: "Person", .toMany, inverse: "boss")
      Rule("the boss is of the department") {
        $0.boss == nil || $0.boss.department == $0.department
      }
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
