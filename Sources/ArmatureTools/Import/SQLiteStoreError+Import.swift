import ArmatureSQLite

extension SQLiteStoreError {
  /// The problem with a file written by another program, as the end of a sentence; `nil` if the SQLite library is not
  /// usable here.
  var reasonNotToImport: String? {
    switch self {
    case .libraryMissing, .unsupportedLibrary: nil
    case .database(_, _, let message): "SQLite says: \(message)."
    default: "it is not a SQLite database, or is encrypted or damaged."
    }
  }
}
