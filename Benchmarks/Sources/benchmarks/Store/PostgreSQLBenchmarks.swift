import Armature
import ArmaturePostgreSQL
import BenchmarkPostgreSQL

/// Items with ten attributes in a PostgreSQL database against C with libpq. Both use binary values, prepared
/// statements, one round trip per transaction, and COPY for many rows. The server waits for its disk.
func postgreSQLBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  return Benchmark(
    name: "store/postgresql", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "save", baseline: .limit("c-save"), goal: .ratio(atMost: 1.3),
        note: "new items, made and saved; by the clock, as all of these"),
      Comparison(
        subject: "fetch", baseline: .limit("c-fetch"), goal: .ratio(atMost: 1.3),
        note: "all values, into an empty context"),
      Comparison(subject: "save-one", baseline: .limit("c-save-one"), goal: .ratio(atMost: 1.1)),
      Comparison(
        subject: "save-one-notifying", baseline: .limit("save-one"), note: "tells who listens"),
      Comparison(
        subject: "find", baseline: .limit("c-find"), goal: .ratio(atMost: 1.2),
        note: "by key, each another one"),
    ]
  ) {
    let stock = Shared { try ItemsOnServer(count) }
    return [
      .measured("save", .nanoseconds) {
        let context = try stock.value.emptied()
        return try elapsed { try StockedFile.fill(context, count) } / Double(count)
      },
      .measured("c-save", .nanoseconds) {
        let stock = stock.value
        stock.next += Int64(count)
        return elapsed {
          precondition(benchmark_postgresql_copy(stock.plain, stock.next, Int64(count)))
        } / Double(count)
      },
      .measured("fetch", .nanoseconds) {
        let context = stock.value.full.makeContext()
        var found = 0
        let time = try elapsed { found = try context.fetch("Item").count }
        precondition(found == count)
        return time / Double(found)
      },
      .measured("c-fetch", .nanoseconds) {
        var found: Int64 = 0
        let time = elapsed { found = benchmark_postgresql_fetch(stock.value.plain) }
        return time / Double(found)
      },
      .measured("save-one", .nanoseconds) { try each { try stock.value.saveOne() } },
      .measured("save-one-notifying", .nanoseconds) {
        try each { try stock.value.saveOne(notifying: true) }
      },
      .measured("c-save-one", .nanoseconds) {
        each {
          stock.value.one += 1
          precondition(benchmark_postgresql_insert(stock.value.plain, stock.value.one))
        }
      },
      .measured("find", .nanoseconds) {
        let (context, ids) = (stock.value.full.makeContext(), stock.value.ids)
        return try elapsed {
          for id in ids {
            let pieces: Int = try context.existingObject(with: id).pieces ?? -1
            precondition(pieces >= 0)
          }
        } / Double(ids.count)
      },
      .measured("c-find", .nanoseconds) {
        let (plain, count) = (stock.value.plain, stock.value.ids.count)
        return elapsed {
          for key in 1...count { precondition(benchmark_postgresql_find(plain, Int64(key)) >= 0) }
        } / Double(count)
      },
    ]
  }
}

/// Returns the time of one of two hundred saves, which wait for the disk.
private func each(_ body: () throws -> Void) rethrows -> Double {
  try elapsed { for _ in 0..<200 { try body() } } / 200
}

/// A server with three stores of items: a full one, an emptied one, and one that receives single items.
private final class ItemsOnServer {
  private let server: PostgreSQLServer
  let full: PersistentContainer
  private let growing: PersistentContainer
  private let context: ManagedObjectContext
  private let notifying: ManagedObjectContext
  /// Items to find by their keys.
  let ids: [ManagedObjectID]
  let plain: OpaquePointer
  var next: Int64 = 1
  var one: Int64 = 1 << 40

  init(_ count: Int) throws {
    guard let server = try? PostgreSQLServer(settings: []),
      let plain = benchmark_postgresql_open(server.address)
    else { throw Skipped(reason: "there is no server of PostgreSQL") }
    (self.server, self.plain) = (server, plain)
    precondition(benchmark_postgresql_copy(plain, 1, Int64(count)))
    full = try Self.container(server)
    let filling = full.makeContext()
    try StockedFile.fill(filling, count)
    ids = try filling.fetch("Item", limit: 5_000).map(\.objectID)
    growing = try Self.container(server)
    context = growing.makeContext()
    notifying = try Self.container(server, notifies: true).makeContext()
  }

  deinit { benchmark_postgresql_close(plain) }

  private static func container(
    _ server: PostgreSQLServer, notifies: Bool = false
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: StockedFile.model,
      store: PostgreSQLStore(server.address, schema: server.newSchema(), notifies: notifies))
  }

  /// Returns a context of a store without items.
  func emptied() throws -> ManagedObjectContext { try Self.container(server).makeContext() }

  func saveOne(notifying isNotifying: Bool = false) throws {
    one += 1
    let context = isNotifying ? notifying : context
    StockedFile.fill(try context.insert("Item"), Int(one))
    try context.save()
  }
}
