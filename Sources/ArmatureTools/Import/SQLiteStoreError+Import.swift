import ArmatureSQLite

extension SQLiteStoreError {
  /// What is wrong with a file that another program has made, as the end of a sentence; `nil` where nothing of SQLite
  /// can be read here.
  var reasonNotToImport: String? {
    switch self {
    case .libraryMissing, .libraryUnfit: nil
    case .database(_, _, let message): "SQLite says: \(message)."
    default: "it is not a SQLite database, or is encrypted or damaged."
    }
  }
}
