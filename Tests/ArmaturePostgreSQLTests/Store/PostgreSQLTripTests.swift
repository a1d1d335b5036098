import Armature
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// The number of round trips to a server that knows the statements.
@Suite(.needsPostgreSQL) struct PostgreSQLTripTests {
  /// Counts the round trips of an operation after running it once.
  private func trips(_ store: PostgreSQLStore, _ body: () throws -> Void) throws -> Int {
    try body()
    let pool = try #require(store.pool)
    let before = pool.tripCount
    try body()
    return pool.tripCount - before
  }

  @Test(arguments: [(1, 1), (60, 1), (1000, 4)])
  func `new objects cost a trip, and from 65 on COPY costs three more`(
    _ count: Int, _ expected: Int
  ) throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    // The keys are already reserved.
    try context.save()
    var round = 0
    let trips = try trips(store) {
      round += 1
      for number in 0..<count { _ = try Counters.insert("\(round)-\(number)", context) }
      _ = try store.reserveKeys(1)
      try context.save()
    }
    // Reserving a block of keys takes a round trip.
    #expect(trips - (count / 1000 + 1) <= expected)
  }

  @Test func `a thousand changed objects cost two trips`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    let counters = try (0..<1000).map { try Counters.insert("\($0)", context) }
    try context.save()
    var round = 0
    let trips = try trips(store) {
      round += 1
      for counter in counters { try counter.setValue(round, forKey: "count") }
      try context.save()
    }
    #expect(trips == 2)
  }

  @Test func `a fetch costs a trip, and so does a relationship of many objects`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    for number in 0..<100 {
      let counter = try Counters.insert("\(number)", context)
      try context.insert("Note").setValuesForKeys(["text": "n", "counter": counter])
    }
    try context.save()
    #expect(try trips(store) { _ = try Counters.names(store, in: context) } == 1)
    let prefetching = try trips(store) {
      context.reset()
      var request = FetchRequest("Counter")
      request.prefetching = ["notes"]
      let counters = try context.fetch(request)
      #expect(
        try counters.allSatisfy {
          try $0.objectIDs(forRelationshipNamed: "notes").count == 1
        }
      )
    }
    #expect(prefetching <= 3)
  }

  @Test func `deleting a hundred objects with their parts costs two trips`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    var round = 0
    func stock() throws {
      round += 1
      for number in 0..<100 {
        let counter = try Counters.insert("\(round)-\(number)", context)
        try context.insert("Note").setValuesForKeys(["text": "n", "counter": counter])
      }
      try context.save()
    }
    let pool = try #require(store.pool)
    var counts: [Int] = []
    for _ in 0..<3 {
      try stock()
      for counter in try context.fetch("Counter") { try context.delete(counter) }
      let before = pool.tripCount
      try context.save()
      counts.append(pool.tripCount - before)
    }
    // One trip for the locks, one for the rest: the context has read all parts in the state in which it deletes them.
    // One of the rounds also reserves a block of keys.
    #expect(counts.min() == 2)
  }

  /// Saves a hundred counters with a note each.
  ///
  /// - Returns: A context without objects, which has nothing to refresh after a batch.
  private func stocked(_ store: PostgreSQLStore) throws -> ManagedObjectContext {
    let context = try Counters.context(store)
    for number in 0..<100 {
      let counter = try Counters.insert("\(number)", context)
      try context.insert("Note").setValuesForKeys(["text": "n", "counter": counter])
    }
    try context.save()
    return try Counters.context(store)
  }

  @Test(arguments: [false, true])
  func `an update of a hundred objects in one statement costs two trips`(
    keepsHistory: Bool
  ) throws {
    let store = try PostgreSQLStore.new(keepsHistory: keepsHistory)
    let context = try stocked(store)
    var round = 0
    let trips = try trips(store) {
      round += 1
      let result = try context.execute(
        BatchUpdate("Counter", set: ["count": .constant(.int(Int64(round)))]))
      #expect(result.count == 100)
    }
    #expect(trips == 2)
  }

  @Test func `a deletion costs three trips where it takes a look at links, and two else`() throws {
    let store = try PostgreSQLStore.new(keepsHistory: true)
    let context = try stocked(store)
    var counts: [Int] = []
    let pool = try #require(store.pool)
    for number in 0..<3 {
      let before = pool.tripCount
      #expect(
        try context.execute(BatchDelete("Note") { $0.counter.name == "\(number)" }).count == 1)
      counts.append(pool.tripCount - before)
    }
    #expect(counts.min() == 2)
  }

  @Test func `a thousand objects of a batch cost as many trips as the thousand before`() throws {
    let store = try PostgreSQLStore.new(keepsHistory: true)
    let context = try Counters.context(store)
    let pool = try #require(store.pool)
    var round = 0
    func trips(_ count: Int) throws -> Int {
      round += 1
      let before = pool.tripCount
      let batch = BatchInsert("Counter", 0..<count) { counter, number in
        counter.name = "\(round)-\(number)"
      }
      #expect(try context.execute(batch).count == count)
      return pool.tripCount - before
    }
    _ = try trips(2000)
    let (few, many) = (try trips(2000), try trips(10_000))
    // One trip for the keys, and three for the rows.
    #expect(many - few <= 8 * 4, "\(few) and \(many)")
  }
}
