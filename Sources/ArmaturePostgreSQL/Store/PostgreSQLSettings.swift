/// How a store uses its database.
struct PostgreSQLSettings: Sendable {
  let address: String
  let schema: String
  let keepsHistory: Bool
  let isolation: PostgreSQLStore.Isolation
  let connectionLimit: Int
  let timeout: Duration
  let library: String?
  let log: PostgreSQLStore.Log?
}
