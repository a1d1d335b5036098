/// How a store uses its database.
struct PostgreSQLSettings: Sendable {
  let address: String
  let schema: String
  let keepsHistory: Bool
  /// Whether saves are as if one came after the other.
  let isSerializable: Bool
  /// Whether blocks of keys are far from each other.
  let scattersKeys: Bool
  /// Whether saves tell those who listen.
  let notifies: Bool
  let connectionLimit: Int
  let timeout: Duration
  let library: String?
  /// Whether a migration goes step by step; `nil` if the server tells, by what it is.
  var migratesStepwise: Bool? = nil
  let log: (@Sendable (_ statement: String, _ duration: Duration) -> Void)?
}
