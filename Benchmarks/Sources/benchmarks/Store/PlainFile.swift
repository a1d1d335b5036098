import BenchmarkSQLite

/// The same items as C keeps them.
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

  /// A file to copy, which has all that is in its log, made when it is first needed.
  static func shared(_ count: Int) -> Shared<PlainFile> {
    Shared {
      let file = try PlainFile(count)
      precondition(benchmark_sqlite_read(file.handle, "PRAGMA wal_checkpoint(TRUNCATE)") >= 0)
      return file
    }
  }

  deinit { if let handle { benchmark_sqlite_close(handle) } }
}
