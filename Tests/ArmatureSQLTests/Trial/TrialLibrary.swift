import ArmatureSQL

/// The few functions of a SQL library that the trial needs, found at run time.
///
/// `@unchecked Sendable`: C functions that never change.
final class TrialLibrary: @unchecked Sendable {
  typealias Handle = OpaquePointer
  typealias Bytes = UnsafePointer<UInt8>

  let open: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Handle?>?) -> Int32
  let close: @convention(c) (Handle?) -> Int32
  let message: @convention(c) (Handle?) -> UnsafePointer<CChar>?
  let code: @convention(c) (Handle?) -> Int32
  let timeout: @convention(c) (Handle?, Int32) -> Int32
  let isAutocommit: @convention(c) (Handle?) -> Int32
  let changeCount: @convention(c) (Handle?) -> Int32
  let prepare:
    @convention(c) (
      Handle?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Handle?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  let step: @convention(c) (Handle?) -> Int32
  let reset: @convention(c) (Handle?) -> Int32
  let clear: @convention(c) (Handle?) -> Int32
  let finalize: @convention(c) (Handle?) -> Int32
  let bindNull: @convention(c) (Handle?, Int32) -> Int32
  let bindInteger: @convention(c) (Handle?, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Handle?, Int32, Double) -> Int32
  /// The last argument, −1, tells the library to copy the bytes.
  let bindText: @convention(c) (Handle?, Int32, Bytes?, Int32, Int) -> Int32
  let bindBlob: @convention(c) (Handle?, Int32, Bytes?, Int32, Int) -> Int32
  let columnType: @convention(c) (Handle?, Int32) -> Int32
  let columnInteger: @convention(c) (Handle?, Int32) -> Int64
  let columnReal: @convention(c) (Handle?, Int32) -> Double
  let columnBytes: @convention(c) (Handle?, Int32) -> Bytes?
  let columnCount: @convention(c) (Handle?, Int32) -> Int32

  init() throws {
    let symbols = try SystemLibrary([
      "libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib",
    ])
    open = try symbols.find("sqlite3_open")
    close = try symbols.find("sqlite3_close_v2")
    message = try symbols.find("sqlite3_errmsg")
    code = try symbols.find("sqlite3_extended_errcode")
    timeout = try symbols.find("sqlite3_busy_timeout")
    isAutocommit = try symbols.find("sqlite3_get_autocommit")
    changeCount = try symbols.find("sqlite3_changes")
    prepare = try symbols.find("sqlite3_prepare_v2")
    step = try symbols.find("sqlite3_step")
    reset = try symbols.find("sqlite3_reset")
    clear = try symbols.find("sqlite3_clear_bindings")
    finalize = try symbols.find("sqlite3_finalize")
    bindNull = try symbols.find("sqlite3_bind_null")
    bindInteger = try symbols.find("sqlite3_bind_int64")
    bindReal = try symbols.find("sqlite3_bind_double")
    bindText = try symbols.find("sqlite3_bind_text")
    bindBlob = try symbols.find("sqlite3_bind_blob")
    columnType = try symbols.find("sqlite3_column_type")
    columnInteger = try symbols.find("sqlite3_column_int64")
    columnReal = try symbols.find("sqlite3_column_double")
    columnBytes = try symbols.find("sqlite3_column_blob")
    columnCount = try symbols.find("sqlite3_column_bytes")
  }
}
