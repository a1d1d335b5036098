import Testing

@testable import ArmatureSQLite

extension Trait where Self == ConditionTrait {
  /// Skips tests where there is no library of SQLite that can be used, and says so.
  static var needsSQLite: Self {
    .enabled("The library of SQLite must be installed: libsqlite3, 3.37 or later.") {
      (try? SQLiteLibrary.load(nil)) != nil
    }
  }
}
