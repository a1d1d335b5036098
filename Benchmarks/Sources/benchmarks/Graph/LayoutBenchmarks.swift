import Armature
import Foundation

/// The memory of an object with a class of ten accessors against an object without a class.
func memoryBenchmark() -> Benchmark {
  Benchmark(
    name: "graph/memory", repetitions: 3,
    comparisons: [.limit("ten-accessors", "no-class", atMost: 1.1)]
  ) {
    let model = try ManagedObjectModel("Items") {
      Entity("Item") { TenAccessors.attributes }
      Entity("Accessors", class: TenAccessors.self) { TenAccessors.attributes }
    }
    return [
      .measured("ten-accessors", .bytes) {
        try heapPerObject { try model.makeObject("Accessors") }
      },
      .measured("no-class", .bytes) { try heapPerObject { try model.makeObject("Item") } },
    ]
  }
}

private final class TenAccessors: ManagedObject {
  @Property("title") var title: String
  @Property("author") var author: String
  @Property("isbn") var isbn: String
  @Property("language") var language: String
  @Property("pages") var pages: Int
  @Property("stock") var stock: Int
  @Property("price") var price: Double
  @Property("inPrint") var inPrint: Bool
  @Property("published") var published: Date
  @Property("id") var id: UUID

  @PropertyBuilder static var attributes: EntityBody { ItemObject.attributes }
}

/// Loading entities with 65 and 500 attributes, per value against one with ten.
func wideEntityBenchmark(_ sizes: Sizes) -> Benchmark {
  let values = sizes(200_000)
  func load(_ name: String, attributes count: Int) throws -> Subject {
    let model = try ManagedObjectModel("Wide") {
      Entity("Row") {
        for number in 0..<count {
          if number % 2 == 0 {
            Attribute("number\(number)", Int.self)
          } else {
            Attribute("text\(number)", String.self)
          }
        }
      }
    }
    let members = (0..<count).map { number in
      number % 2 == 0 ? "\"number\(number)\":\(number)" : "\"text\(number)\":\"text \(number)\""
    }
    let record = "{" + members.joined(separator: ",") + "}"
    let records = values / count
    let text = "[" + [String](repeating: record, count: records).joined(separator: ",") + "]"
    let source = LoadSource.text(text, as: "Row")
    return .timed(name, operations: records * count) {
      let context = ManagedObjectContext(model: model)
      precondition(expect { try context.load(source) }.count == records)
    }
  }
  return Benchmark(
    name: "graph/load-wide", repetitions: 5,
    comparisons: [
      .limit("65-attributes", "10-attributes", atMost: 1.3),
      .limit("500-attributes", "10-attributes", atMost: 1.3),
    ]
  ) {
    [
      try load("10-attributes", attributes: 10), try load("65-attributes", attributes: 65),
      try load("500-attributes", attributes: 500),
    ]
  }
}

/// Access by a name that was displaced in its entity's table against a name in place.
///
/// The layout is not public. Therefore the benchmark tries the same name among a thousand others in a hundred entities,
/// and compares the slowest with the fastest.
func displacedNameBenchmark() -> Benchmark {
  Benchmark(
    name: "graph/displaced-name",
    comparisons: [.limit("displaced", "in-place", atMost: 2)]
  ) {
    let model = try ManagedObjectModel("Names") {
      for entity in 0..<100 {
        Entity("Entity\(entity)") {
          for number in 0..<1000 { Attribute("other\(entity)x\(number)", Int?.self) }
          Attribute("wanted", Int.self).default(1)
        }
      }
    }
    let objects = try (0..<100).map { try model.makeObject("Entity\($0)") }
    let times = objects.map { object in
      (0..<3).map { _ in nanoseconds { repeatRead(2000) { read(object) } } }.min() ?? 0
    }
    let order = times.indices.sorted { times[$0] < times[$1] }
    let (fastest, slowest) = (objects[order[0]], objects[order[99]])
    return [
      .timed("displaced", operations: 100_000) { repeatRead(100_000) { read(slowest) } },
      .timed("in-place", operations: 100_000) { repeatRead(100_000) { read(fastest) } },
    ]
  }
}

@inline(never)
private func read(_ object: ManagedObject) -> Int { object.wanted ?? 0 }

/// The cost of a `.uuid` default against a call of `UUID()`.
func identifierBenchmark() -> Benchmark {
  Benchmark(
    name: "graph/uuid-default", comparisons: [.limit("default", "UUID()", atMost: 0.1)]
  ) {
    let count = 20_000
    let model = try ManagedObjectModel("Identified") {
      Entity("Random") { Attribute("id", UUID.self).default(.uuid) }
      Entity("Constant") { Attribute("id", UUID.self).default(UUID()) }
    }
    func time(_ entity: String) -> Double {
      let context = ManagedObjectContext(model: model)
      return nanoseconds { for _ in 0..<count { _ = expect { try context.insert(entity) } } }
        / Double(count)
    }
    return [
      .measured("default", .nanoseconds) { max(0.1, time("Random") - time("Constant")) },
      .timed("UUID()", operations: count) { for _ in 0..<count { sink(UUID()) } },
    ]
  }
}
