/// The settings of a store in a database.
struct PostgreSQLSettings: Sendable {
  let address: String
  let schema: String
  let keepsHistory: Bool
  /// Whether saves are serializable.
  let isSerializable: Bool
  /// Whether blocks of keys are far apart.
  let scattersKeys: Bool
  /// Whether saves send notifications.
  let notifies: Bool
  let connectionLimit: Int
  let timeout: Duration
  let library: String?
  /// Whether a migration runs step by step; `nil` to detect it from the server.
  var migratesStepwise: Bool? = nil
  let log: (@Sendable (_ statement: String, _ duration: Duration) -> Void)?
}
