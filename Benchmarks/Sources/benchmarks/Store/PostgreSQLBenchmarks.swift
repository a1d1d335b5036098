import Armature
import ArmaturePostgreSQL
import BenchmarkPostgreSQL

/// Items of ten attributes in a database of PostgreSQL, against C that uses libpq in the same way: binary values, prepared
/// statements, all of a transaction in one trip, and COPY for many rows. The server waits for its disk.
func postgreSQLBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  return Benchmark(
    name: "store/postgresql", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "save", baseline: .limit("c-save"), goal: .ratio(atMost: 1.3),
        note: "new items, made and saved"),
      Comparison(
        subject: "fetch", baseline: .limit("c-fetch"), goal: .ratio(atMost: 1.3),
        note: "all values, into an empty context"),
      Comparison(subject: "save-one", baseline: .limit("c-save-one"), goal: .ratio(atMost: 1.1)),
      Comparison(
        subject: "find", baseline: .limit("c-find"), goal: .ratio(atMost: 1.2), note: "by key"),
    ]
  ) {
    let stock = Shared { try ItemsOnServer(count) }
    return [
      .prepared("save", operations: count, { try stock.value.emptied() }) { context in
        try StockedFile.fill(context, count)
      },
      .measured("c-save", .nanoseconds) {
        let stock = stock.value
        stock.next += Int64(count)
        return try nanoseconds {
          precondition(benchmark_postgresql_copy(stock.plain, stock.next, Int64(count)))
        } / Double(count)
      },
      .prepared("fetch", operations: count, { stock.value.full.makeContext() }) { context in
        precondition(try context.fetch("Item").count == count)
      },
      .measured("c-fetch", .nanoseconds) {
        var found: Int64 = 0
        let time = try nanoseconds { found = benchmark_postgresql_fetch(stock.value.plain) }
        return time / Double(found)
      },
      .repeated("save-one") { try stock.value.saveOne() },
      .repeated("c-save-one") {
        stock.value.one += 1
        precondition(benchmark_postgresql_insert(stock.value.plain, stock.value.one))
      },
      .repeated("find") { try stock.value.find() },
      .repeated("c-find") {
        precondition(benchmark_postgresql_find(stock.value.plain, 1) == 1)
      },
    ]
  }
}

/// A server with the items of three stores: one that is full, one that is emptied, and one that gets items one by one.
private final class ItemsOnServer {
  private let server: PostgreSQLServer
  let full: PersistentContainer
  private let growing: PersistentContainer
  private let context: ManagedObjectContext
  private let id: ManagedObjectID
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
    id = try filling.fetch("Item", limit: 1)[0].objectID
    growing = try Self.container(server)
    context = growing.makeContext()
  }

  deinit { benchmark_postgresql_close(plain) }

  private static func container(_ server: PostgreSQLServer) throws -> PersistentContainer {
    try PersistentContainer(
      model: StockedFile.model,
      store: PostgreSQLStore(server.address, schema: server.newSchema()))
  }

  /// A context over a store without items.
  func emptied() throws -> ManagedObjectContext { try Self.container(server).makeContext() }

  func saveOne() throws {
    one += 1
    StockedFile.fill(try context.insert("Item"), Int(one))
    try context.save()
  }

  func find() throws {
    let item = try full.makeContext().existingObject(with: id)
    let pieces: Int = item.pieces ?? -1
    precondition(pieces >= 0)
  }
}
