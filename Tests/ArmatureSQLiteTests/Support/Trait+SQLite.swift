import Testing

@testable import ArmatureSQLite

/// Whether the SQLite library has FTS5.
let supportsFullText: Bool = {
  guard let library = try? SQLiteLibrary.load(nil),
    let connection = try? SQLiteConnection(":memory:", library, busyTimeout: .zero, log: nil)
  else { return false }
  return connection.supportsFullText
}()

extension Trait where Self == ConditionTrait {
  /// Skips tests if the SQLite library is not available.
  static var needsSQLite: Self {
    .enabled("The library of SQLite must be installed: libsqlite3, 3.37 or later.") {
      (try? SQLiteLibrary.load(nil)) != nil
    }
  }

  /// Skips tests if the SQLite library cannot encrypt.
  static var needsEncryption: Self {
    .enabled(
      """
      The SQLite library must be able to encrypt: install one with .ci/sqlite-cipher, and name its folder in \
      LD_LIBRARY_PATH.
      """
    ) { (try? SQLiteLibrary.load(nil).setKey) != nil }
  }

  /// Skips tests if the SQLite library has no full-text indexes.
  static var needsFullText: Self {
    .enabled("The SQLite library must have FTS5, which .ci/sqlite-cipher's library lacks.") {
      supportsFullText
    }
  }

  /// Skips tests if the SQLite library can encrypt, or is not available.
  static var needsNoEncryption: Self {
    .enabled("The SQLite library must not be able to encrypt, as the system's library is.") {
      guard let library = try? SQLiteLibrary.load(nil) else { return false }
      return library.setKey == nil
    }
  }
}
