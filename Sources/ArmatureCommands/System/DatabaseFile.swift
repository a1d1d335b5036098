/// A SQLite database, recognized by the first bytes of its file.
enum DatabaseFile {
  /// A store.
  case store
  /// The database of another program.
  case foreign

  /// Returns `nil` if the file is something else.
  init?(_ beginning: [UInt8]) {
    guard beginning.starts(with: "SQLite format 3\0".utf8) else { return nil }
    // The application's number, at offset 68 of the header.
    self = beginning.dropFirst(68).starts(with: "Arma".utf8) ? .store : .foreign
  }

  /// The kind of file in messages.
  var words: String {
    switch self {
    case .store: "a store"
    case .foreign: "a SQLite database"
    }
  }

  /// The content of the file in messages.
  var content: String {
    switch self {
    case .store: "objects"
    case .foreign: "rows"
    }
  }
}
