import Armature
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Keys of new objects, consecutive and scattered.
@Suite(.needsPostgreSQL) struct PostgreSQLKeyTests {
  @Test func `scattered blocks are far from each other, and apart from those in a row`() throws {
    let store = try PostgreSQLStore.new(keys: .scattered)
    let rising = PostgreSQLStore(store.settings.address, schema: store.settings.schema)
    _ = try Counters.context(store)
    _ = try Counters.context(rising)
    var ranges: [Range<Int64>] = []
    for count in [1, 999, 1, 2500, 1000, 1, 1_000_000, 7] {
      ranges.append(try store.reserveKeys(count))
      #expect(ranges.last?.count == count)
      ranges.append(try rising.reserveKeys(count))
    }
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(left.upperBound <= right.lowerBound)
    }
    #expect(sorted.allSatisfy { $0.lowerBound > 0 })
    // The rest of a block is used first.
    #expect(ranges[2].lowerBound == ranges[0].upperBound)
    let scattered = ranges.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(scattered.allSatisfy { $0.lowerBound >= 1 << 62 })
    #expect(abs(scattered[3].lowerBound - scattered[2].lowerBound) > 1 << 50)
  }

  @Test func `objects with scattered keys are saved, linked, found and changed as others are`()
    throws
  {
    let store = try PostgreSQLStore.new(keepsHistory: true, keys: .scattered)
    let context = try Counters.context(store)
    for number in 0..<3 {
      let counter = try Counters.insert("\(number)", context)
      try context.insert("Note").setValuesForKeys(["text": "n", "counter": counter])
      try context.save()
    }
    #expect(
      try context.execute(BatchInsert("Counter", 3..<2000) { $0.name = "\($1)" }).count == 1997)
    #expect(try context.execute(BatchUpdate("Counter", set: ["count": 7])).count == 2000)
    let again = try Counters.context(store.again())
    #expect(try again.count("Counter") { $0.count == 7 } == 2000)
    #expect(try again.count("Note") { $0.counter.name == "1" } == 1)
    let counter = try #require(try again.fetch("Counter") { $0.name == "1" }.first)
    try again.delete(counter)
    try again.save()
    #expect(try again.count("Note") == 2)
    let container = try PersistentContainer(model: Counters.model(), store: store.again())
    #expect(try container.history().map(\.changes.count) == [2, 2, 2, 1997, 2000, 2])
  }
}
