/// How a store uses its file.
struct SQLiteSettings: Sendable {
  let keepsHistory: Bool
  let durability: SQLiteStore.Durability
  let busyTimeout: Duration
  let library: String?
  /// The largest number of bytes that data in a row has, if it may stand in a file.
  let inlineLimit: Int
  /// Whether the file may have several names.
  let allowsHardLinks: Bool
  /// Whether the file is read alone, and never written to.
  let isReadOnly: Bool
  let log: SQLiteStore.Log?
}
