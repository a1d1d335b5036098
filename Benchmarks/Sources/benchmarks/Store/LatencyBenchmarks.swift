import Armature
import ArmaturePostgreSQL

/// Operations of a store on servers with round-trip times of 1 ms and 20 ms. The difference between the times, divided
/// by the difference between the round-trip times, is the number of round trips.
func latencyBenchmarks() -> Benchmark {
  let operations = FarShop.Operation.allCases
  return Benchmark(
    name: "store/latency", repetitions: 3,
    comparisons: operations.flatMap { operation in
      [
        Comparison(
          subject: operation.rawValue, baseline: .nothing,
          goal: .atMost(operation.mostTrips, .roundTrips), note: operation.note),
        Comparison(subject: "\(operation.rawValue)-1ms", baseline: .nothing),
        Comparison(subject: "\(operation.rawValue)-20ms", baseline: .nothing),
      ]
    }
  ) {
    let shops = Shared {
      guard let server = try? PostgreSQLServer(settings: ["fsync=off"]) else {
        throw Skipped(reason: "there is no server of PostgreSQL")
      }
      return (near: try FarShop(server, roundTrip: 1), far: try FarShop(server, roundTrip: 20))
    }
    return operations.flatMap { operation in
      [
        .measured(operation.rawValue, .roundTrips) {
          let (near, far) = shops.value
          return (try far.time(operation) - near.time(operation)) / 19
        },
        .measured("\(operation.rawValue)-1ms", .milliseconds) {
          try shops.value.near.time(operation)
        },
        .measured("\(operation.rawValue)-20ms", .milliseconds) {
          try shops.value.far.time(operation)
        },
      ]
    }
  }
}

/// A store on a distant server, with one connection.
private final class FarShop {
  enum Operation: String, CaseIterable {
    case fetch, relationship, find
    case saveOne = "save-one"
    case saveChanged = "save-changed"
    case insert, delete
    case batchUpdate = "batch-update"
    case batchDelete = "batch-delete"
    case batchInsert = "batch-insert"

    var note: String {
      switch self {
      case .fetch: "1,000 objects with all values"
      case .relationship: "100 objects, and the 1,000 that they lead to"
      case .find: "by key"
      case .saveOne: "a new object"
      case .saveChanged: "1,000 objects"
      case .insert: "1,000 objects, with their keys"
      case .delete: "100 objects with their 1,000 parts, by objects"
      case .batchUpdate: "1,000 rows"
      case .batchDelete: "1,000 rows"
      case .batchInsert: "10,000 objects, with their keys"
      }
    }

    var mostTrips: Double {
      switch self {
      case .fetch, .find, .saveOne: 1.2
      case .saveChanged, .batchUpdate, .batchDelete: 2.2
      case .relationship: 3.2
      case .insert: 5.2
      case .delete: 8.5
      case .batchInsert: 45
      }
    }
  }

  /// The server ends with its owner.
  private let server: PostgreSQLServer
  private let proxy: DelayingProxy
  private let container: PersistentContainer
  private var number = 0

  init(_ server: PostgreSQLServer, roundTrip: Double) throws {
    self.server = server
    proxy = try DelayingProxy(to: server.folder, roundTrip: roundTrip)
    let model = try ManagedObjectModel("FarShop") {
      Entity("Maker") {
        Attribute("name", String.self)
        Relationship("goods", to: "Good", .toMany, inverse: "maker", onDelete: .cascade)
      }
      Entity("Good") {
        Attribute("name", String.self)
        Attribute("price", Int.self).default(0)
        Relationship("maker", to: "Maker", inverse: "goods")
      }
      Entity("Visit") {
        Attribute("number", Int.self)
      }
    }
    container = try PersistentContainer(
      model: model,
      store: PostgreSQLStore(proxy.address, schema: server.newSchema(), connections: 1))
    try stock("kept")
  }

  /// Saves a hundred makers with ten products each.
  private func stock(_ name: String) throws {
    let context = container.makeContext()
    for _ in 0..<100 {
      let maker = try context.insert("Maker")
      maker.name = name
      for number in 0..<10 {
        let good = try context.insert("Good")
        good.name = "\(name) \(number)"
        good.maker = maker
      }
    }
    try context.save()
  }

  /// Returns the time of an operation in milliseconds, after the server has prepared its statements.
  func time(_ operation: Operation) throws -> Double {
    _ = try timeOnce(operation)
    return try timeOnce(operation) / 1_000_000
  }

  /// Returns the time of an operation in nanoseconds.
  private func timeOnce(_ operation: Operation) throws -> Double {
    number += 1
    let (context, number) = (container.makeContext(), number)
    switch operation {
    case .fetch:
      return try elapsed {
        let goods = try context.fetch("Good", limit: 1000)
        precondition(goods.count == 1000)
      }
    case .relationship:
      var request = FetchRequest("Maker") { $0.name == "kept" }
      request.prefetching = ["goods"]
      return try elapsed {
        for maker in try context.fetch(request) {
          let count = try maker.objectIDs(forRelationshipNamed: "goods").count
          precondition(count == 10)
        }
      }
    case .find:
      let id = try context.fetch("Maker", limit: 1)[0].objectID
      let other = container.makeContext()
      return try elapsed {
        let name: String? = try other.existingObject(with: id).name
        precondition(name != nil)
      }
    case .saveOne:
      try context.insert("Visit").number = number
      return try elapsed { try context.save() }
    case .saveChanged:
      let goods = try context.fetch("Good", limit: 1000)
      for good in goods { good.price = number }
      return try elapsed { try context.save() }
    case .insert:
      return try elapsed {
        for place in 0..<1000 { try context.insert("Visit").number = place }
        try context.save()
      }
    case .delete:
      try stock("going")
      let makers = try context.fetch("Maker") { $0.name == "going" }
      return try elapsed {
        for maker in makers { try context.delete(maker) }
        try context.save()
      }
    case .batchUpdate:
      let batch = BatchUpdate("Good", set: ["price": .constant(.int(Int64(number)))])
      return try elapsed { try context.execute(batch) }
    case .batchDelete:
      try context.execute(BatchInsert("Visit", 0..<1000) { $0.number = -$1 })
      return try elapsed { try context.execute(BatchDelete("Visit")) }
    case .batchInsert:
      return try elapsed {
        try context.execute(BatchInsert("Visit", 0..<10_000) { $0.number = $1 })
      }
    }
  }
}
