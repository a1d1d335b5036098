/// How a store uses its file.
struct SQLiteSettings: Sendable {
  let durability: SQLiteStore.Durability
  let busyTimeout: Duration
  let library: String?
  let log: SQLiteStore.Log?
}
