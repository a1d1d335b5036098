/// How a store uses its file.
struct SQLiteSettings: Sendable {
  let durability: SQLiteStore.Durability
  let busyTimeout: Duration
  let library: String?
  /// How many bytes data has at most that stands in its row, where it may stand in a file.
  let inlineLimit: Int
  let log: SQLiteStore.Log?
}
