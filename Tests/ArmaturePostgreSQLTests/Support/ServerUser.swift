import Armature
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// A user of the tests' server with limited privileges, for the schema of a store with one counter.
struct ServerUser {
  /// The store of the owner.
  let owner: PostgreSQLStore
  let name: String

  /// - Parameter rights: The user's privileges on the tables; `nil` for none, not even on the schema.
  init(_ rights: String? = "ALL") throws {
    owner = try PostgreSQLStore.new()
    name = "user_\(owner.settings.schema)"
    let context = try Counters.context(owner)
    _ = try Counters.insert("first", context)
    try context.save()
    try owner.run("CREATE ROLE \(name) LOGIN")
    if let rights { try grant(rights) }
  }

  func grant(_ rights: String) throws {
    let schema = owner.settings.schema
    try owner.run(
      "GRANT USAGE ON SCHEMA \(schema) TO \(name)",
      "GRANT \(rights) ON ALL TABLES IN SCHEMA \(schema) TO \(name)",
      "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(name)")
  }

  /// Reduces the user's privileges to reading.
  func revokeWriting() throws {
    let schema = owner.settings.schema
    try owner.run(
      "REVOKE ALL ON ALL TABLES IN SCHEMA \(schema) FROM \(name)",
      "REVOKE ALL ON ALL SEQUENCES IN SCHEMA \(schema) FROM \(name)",
      "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(name)")
  }

  /// Returns the user's own store.
  func store(timeout: Duration = .seconds(30)) -> PostgreSQLStore {
    PostgreSQLStore(
      owner.settings.address.replacing("user=armature", with: "user=\(name)"),
      schema: owner.settings.schema, timeout: timeout)
  }

  /// Changes the settings of the user's new connections and ends existing ones.
  func alter(_ words: String) throws {
    try owner.run("ALTER ROLE \(name) \(words)")
    try owner.run(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '\(name)'")
  }
}
