import BenchmarkSQLite

/// A file with the same items, written by C.
final class PlainFile: FileInFolder {
  private(set) var handle: OpaquePointer!

  init(_ count: Int) throws {
    try super.init()
    guard let handle = benchmark_sqlite_open(path) else {
      throw Skipped(reason: "SQLite is not there")
    }
    self.handle = handle
    if count > 0 { precondition(benchmark_sqlite_insert(handle, Int64(count))) }
  }

  /// Returns a file to copy, created on first use, with an empty log.
  static func shared(_ count: Int) -> Shared<PlainFile> {
    Shared {
      let file = try PlainFile(count)
      precondition(benchmark_sqlite_read(file.handle, "PRAGMA wal_checkpoint(TRUNCATE)") >= 0)
      return file
    }
  }

  deinit { if let handle { benchmark_sqlite_close(handle) } }
}
