/// A token that keeps the files of a folder while it exists, for a reader of a state with rows that may refer to them.
final class SQLiteDataReading {
  private let folder: SQLiteDataFolder

  init(_ folder: SQLiteDataFolder) {
    self.folder = folder
    folder.beginReading()
  }

  deinit { folder.endReading() }
}
