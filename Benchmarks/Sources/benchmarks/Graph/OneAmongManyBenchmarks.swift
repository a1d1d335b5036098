import Armature
import Foundation

/// Work on one object among 1,000,000 with unique texts against the same among 10,000.
func oneAmongManyBenchmark(_ sizes: Sizes) -> Benchmark {
  Benchmark(
    name: "graph/one-among-1M", repetitions: 3,
    comparisons: [
      .limit("validate", "validate-among-10k", atMost: 1.5),
      .limit("save", "save-among-10k", atMost: 1.5),
      .limit("load", "load-among-10k", atMost: 1.5),
      .limit("load-reference", "load-reference-among-10k", atMost: 1.5),
      .limit("find", "Dictionary", atMost: 3),
      .limit("find-among-10k", "Dictionary-of-10k", atMost: 3),
    ]
  ) {
    let many = Shared { try Warehouse(sizes(1_000_000)) }
    let few = Shared { try Warehouse(sizes(10_000)) }
    let plainMany = Shared { PlainWarehouse(sizes(1_000_000)) }
    let plainFew = Shared { PlainWarehouse(sizes(10_000)) }
    return [
      .repeated("validate") { try many.value.validateOne() },
      .repeated("validate-among-10k") { try few.value.validateOne() },
      .repeated("save") { try many.value.saveOne() },
      .repeated("save-among-10k") { try few.value.saveOne() },
      .repeated("load") { try many.value.loadOne(reference: nil) },
      .repeated("load-among-10k") { try few.value.loadOne(reference: nil) },
      .repeated("load-reference") { try many.value.loadOne(reference: "item-77") },
      .repeated("load-reference-among-10k") { try few.value.loadOne(reference: "item-77") },
      .repeated("find") { many.value.findOne() },
      .repeated("Dictionary") { plainMany.value.findOne() },
      .repeated("find-among-10k") { few.value.findOne() },
      .repeated("Dictionary-of-10k") { plainFew.value.findOne() },
    ]
  }
}

/// Shuffled codes of items, visited one after the other.
private struct CodeWalk {
  private let codes: [String]
  private var position = 0

  init(_ count: Int) {
    var generator = SplitMix64(seed: 3)
    codes = (0..<1024).map { _ in "item-\(Int.random(in: 0..<count, using: &generator))" }
  }

  mutating func next() -> String {
    position = (position + 1) & 1023
    return codes[position]
  }
}

/// Saved items identified by a code.
private final class Warehouse {
  private let context: ManagedObjectContext
  private let items: [ManagedObject]
  private var walk: CodeWalk
  private var changes = 0

  init(_ count: Int) throws {
    let model = try ManagedObjectModel("Warehouse") {
      Entity("Item") {
        Attribute("code", String.self).identifying()
        Attribute("pieces", Int.self).default(1)
        Relationship("parent", to: "Item")
      }
    }
    context = ManagedObjectContext(model: model)
    items = try (0..<count).map { [context] number in
      let item = try context.insert("Item")
      item.code = "item-\(number)"
      return item
    }
    walk = CodeWalk(count)
    try context.save()
  }

  private func newCode() -> String {
    changes += 1
    return "change-\(changes)"
  }

  func validateOne() throws {
    items[5].code = newCode()
    precondition(items[5].validate().isEmpty)
  }

  func saveOne() throws {
    items[5].code = newCode()
    try context.save()
  }

  func loadOne(reference: String?) throws {
    let parent = reference.map { ",\"parent\":\"\($0)\"" } ?? ""
    let source = LoadSource.text("[{\"code\":\"\(newCode())\"\(parent)}]", as: "Item")
    let loaded = try context.load(source).count
    precondition(loaded == 1)
  }

  func findOne() {
    sink(expectValue(context.object(of: "Item", identifiedBy: .string(walk.next()))))
  }
}

private final class PlainWarehouse {
  private let items: [String: PlainWork]
  private var walk: CodeWalk

  init(_ count: Int) {
    items = Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        let work = PlainWork()
        work.title = "item-\(number)"
        return (work.title, work)
      })
    walk = CodeWalk(count)
  }

  func findOne() { sink(expectValue(items[walk.next()])) }
}
