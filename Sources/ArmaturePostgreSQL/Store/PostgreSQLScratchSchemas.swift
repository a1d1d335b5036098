import ArmatureModel
import ArmatureSQL

/// New schemas for the tests of a process, which are dropped after their use.
///
/// The process holds an advisory lock of the server as long as it lives, and the names of its schemas contain the number
/// of the lock. Schemas without a locked number are leftovers of a process that has crashed: the next process drops
/// them. This works for processes on several machines, too.
///
/// `@unchecked Sendable`: the lock guards the connection and the counter.
package final class PostgreSQLScratchSchemas: @unchecked Sendable {
  private let lock = Lock()
  private let connection: PostgreSQLConnection
  private let run: Int32
  private var count = 0

  private static let beginning = "armature_test_"
  /// The first number of the advisory locks, which keeps them apart from those of other programs: `Arma`.
  private static let lockClass: Int32 = 0x4172_6D61

  /// Connects to a server, and drops the leftovers of other processes.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
  package init(_ address: String) throws {
    let store = PostgreSQLStore(address, schema: "public")
    connection = try PostgreSQLConnector(store.settings).connect()
    run = Int32.random(in: 1 ... .max)
    // Nothing is lost if the server crashes: the next process drops what is left.
    try connection.run("SET synchronous_commit TO off")
    _ = try connection.integer(
      "SELECT 1 FROM (SELECT pg_catalog.pg_advisory_lock(\(Self.lockClass), \(run))) AS \"taken\"")
    try dropLeftovers()
  }

  /// Returns the name of a new schema. The store creates the schema.
  package func newName() -> String {
    lock.withLock {
      count += 1
      return "\(Self.beginning)\(run)_\(count)"
    }
  }

  /// Drops a schema with everything in it, if it exists.
  package func drop(_ name: String) throws {
    try lock.withLock { try dropNow([name]) }
  }

  private func dropNow(_ names: [String]) throws {
    let list = names.map { "\(name: $0)" as SQLStatement }.joined(by: ", ")
    try connection.run("DROP SCHEMA IF EXISTS \(list) CASCADE")
  }

  private func dropLeftovers() throws {
    var names: [Int32: [String]] = [:]
    try connection.forEachRow(
      of: """
        SELECT nspname FROM pg_catalog.pg_namespace \
        WHERE pg_catalog.starts_with(nspname, \(value: .text(Self.beginning)))
        """
    ) { row in
      let name = row.text(at: 0) ?? ""
      let parts = name.dropFirst(Self.beginning.count).split(separator: "_")
      if parts.count == 2, let run = Int32(parts[0]), run != self.run {
        names[run, default: []].append(name)
      }
    }
    for (run, names) in names {
      let isFree = try connection.integer(
        "SELECT pg_catalog.pg_try_advisory_lock(\(Self.lockClass), \(run))::int::bigint")
      guard isFree == 1 else { continue }
      // Few at a time, because each table takes a place in the server's table of locks.
      for name in names { try dropNow([name]) }
      _ = try connection.integer(
        "SELECT pg_catalog.pg_advisory_unlock(\(Self.lockClass), \(run))::int::bigint")
    }
  }
}
