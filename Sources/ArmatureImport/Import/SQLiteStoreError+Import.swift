import ArmatureSQLite

extension SQLiteStoreError {
  /// The reason why a file of another program cannot be imported, written so that it can end a sentence. It is `nil` if
  /// the SQLite library cannot be used here.
  var reasonNotToImport: String? {
    switch self {
    case .libraryMissing, .unsupportedLibrary: nil
    case .database(_, _, let message): "SQLite says: \(message)."
    default: "it is not a SQLite database, or is encrypted or damaged."
    }
  }
}
