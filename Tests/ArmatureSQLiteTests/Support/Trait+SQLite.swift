import Testing

@testable import ArmatureSQLite

extension Trait where Self == ConditionTrait {
  /// Skips tests if the SQLite library is not available.
  static var needsSQLite: Self {
    .enabled("The library of SQLite must be installed: libsqlite3, 3.37 or later.") {
      (try? SQLiteLibrary.load(nil)) != nil
    }
  }
}
