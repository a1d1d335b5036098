import ArmatureModel
import ArmatureSQL

/// The functions of the system's SQLite library, loaded when the first store is opened.
///
/// Nothing is linked, so a program builds and starts on a system without SQLite. A process loads only one library: two
/// copies would not know of each other's file locks, and would release them.
///
/// `@unchecked Sendable`: C functions that never change once they are found.
final class SQLiteLibrary: @unchecked Sendable {
  typealias Handle = OpaquePointer
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias Function =
    @convention(c) (Handle?, Int32, UnsafeMutablePointer<Handle?>?) -> Void
  typealias Finalizer = @convention(c) (Handle?) -> Void
  typealias UserData = @convention(c) (Handle?) -> UnsafeMutableRawPointer?

  /// Compares two texts, each given by its byte count and its bytes.
  typealias Comparison =
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) ->
    Int32
  /// Receives the name of an unknown collation.
  typealias CollationNeed =
    @convention(c) (UnsafeMutableRawPointer?, Handle?, Int32, UnsafePointer<CChar>?) -> Void

  let open:
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<Handle?>?, Int32, UnsafePointer<CChar>?
    ) -> Int32
  let close: @convention(c) (Handle?) -> Int32
  let message: @convention(c) (Handle?) -> UnsafePointer<CChar>?
  let code: @convention(c) (Handle?) -> Int32
  let extendedCodes: @convention(c) (Handle?, Int32) -> Int32
  let busyTimeout: @convention(c) (Handle?, Int32) -> Int32
  let isAutocommit: @convention(c) (Handle?) -> Int32
  let changeCount: @convention(c) (Handle?) -> Int32

  let prepare:
    @convention(c) (
      Handle?, UnsafePointer<CChar>?, Int32, UInt32, UnsafeMutablePointer<Handle?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  let step: @convention(c) (Handle?) -> Int32
  let reset: @convention(c) (Handle?) -> Int32
  let finalize: @convention(c) (Handle?) -> Int32
  let clearBindings: @convention(c) (Handle?) -> Int32
  let bindNull: @convention(c) (Handle?, Int32) -> Int32
  let bindInteger: @convention(c) (Handle?, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Handle?, Int32, Double) -> Int32
  /// The last argument is a destructor, or ``transient`` or ``constant``.
  let bindText: @convention(c) (Handle?, Int32, UnsafePointer<UInt8>?, Int32, Int) -> Int32
  let bindBlob: @convention(c) (Handle?, Int32, UnsafePointer<UInt8>?, Int32, Int) -> Int32
  /// Binds an address with the name of its type. Libraries before 3.20 do not have it.
  typealias BindPointer =
    @convention(c) (
      Handle?, Int32, UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Destructor?
    ) -> Int32
  let bindPointer: BindPointer?
  let columnValue: @convention(c) (Handle?, Int32) -> Handle?

  let createFunction:
    @convention(c) (
      Handle?, UnsafePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?, Function?, Function?,
      Finalizer?, Destructor?
    ) -> Int32
  let createCollation:
    @convention(c) (
      Handle?, UnsafePointer<CChar>?, Int32, UnsafeMutableRawPointer?, Comparison?, Destructor?
    ) -> Int32
  let setCollationNeed: @convention(c) (Handle?, UnsafeMutableRawPointer?, CollationNeed?) -> Int32
  let aggregateContext: @convention(c) (Handle?, Int32) -> UnsafeMutableRawPointer?
  let valueType: @convention(c) (Handle?) -> Int32
  let valueInteger: @convention(c) (Handle?) -> Int64
  let valueReal: @convention(c) (Handle?) -> Double
  let valueText: @convention(c) (Handle?) -> UnsafePointer<UInt8>?
  let valueBlob: @convention(c) (Handle?) -> UnsafePointer<UInt8>?
  let valueByteCount: @convention(c) (Handle?) -> Int32
  let resultNull: @convention(c) (Handle?) -> Void
  let resultInteger: @convention(c) (Handle?, Int64) -> Void
  let resultReal: @convention(c) (Handle?, Double) -> Void
  let resultText: @convention(c) (Handle?, UnsafePointer<UInt8>?, Int32, Int) -> Void
  let resultBlob: @convention(c) (Handle?, UnsafePointer<UInt8>?, Int32, Int) -> Void
  let resultError: @convention(c) (Handle?, UnsafePointer<CChar>?, Int32) -> Void

  let beginBackup:
    @convention(c) (Handle?, UnsafePointer<CChar>?, Handle?, UnsafePointer<CChar>?) -> Handle?
  let backUpPages: @convention(c) (Handle?, Int32) -> Int32
  let endBackup: @convention(c) (Handle?) -> Int32

  /// Sets the key of a connection, or changes the key of its file. The arguments are the key and its size.
  typealias KeySetter = @convention(c) (Handle?, UnsafeRawPointer?, Int32) -> Int32
  /// `nil` if the library cannot encrypt.
  let setKey: KeySetter?
  /// `nil` if the library cannot encrypt.
  let changeKey: KeySetter?

  typealias ProgressHandler = @convention(c) (UnsafeMutableRawPointer?) -> Int32
  let setProgressHandler:
    @convention(c) (Handle?, Int32, ProgressHandler?, UnsafeMutableRawPointer?) -> Void

  /// The minimum version, which introduced strict tables.
  static let leastVersion = "3.37"
  private static let leastVersionNumber: Int32 = 3_037_000

  /// Tells SQLite to copy the bytes.
  static let transient = -1
  /// Tells SQLite that the bytes stay unchanged for as long as it may read them.
  static let constant = 0

  /// The path where the library was found.
  let path: String

  /// Finds the functions of a loaded library.
  private init(_ symbols: SystemLibrary) throws {
    path = symbols.path
    // An old library lacks functions, too, but its version is the reason.
    try Self.check(symbols)
    open = try symbols.find("sqlite3_open_v2")
    close = try symbols.find("sqlite3_close_v2")
    message = try symbols.find("sqlite3_errmsg")
    code = try symbols.find("sqlite3_extended_errcode")
    extendedCodes = try symbols.find("sqlite3_extended_result_codes")
    busyTimeout = try symbols.find("sqlite3_busy_timeout")
    isAutocommit = try symbols.find("sqlite3_get_autocommit")
    changeCount = try symbols.find("sqlite3_changes")
    prepare = try symbols.find("sqlite3_prepare_v3")
    step = try symbols.find("sqlite3_step")
    reset = try symbols.find("sqlite3_reset")
    finalize = try symbols.find("sqlite3_finalize")
    clearBindings = try symbols.find("sqlite3_clear_bindings")
    bindNull = try symbols.find("sqlite3_bind_null")
    bindInteger = try symbols.find("sqlite3_bind_int64")
    bindReal = try symbols.find("sqlite3_bind_double")
    bindText = try symbols.find("sqlite3_bind_text")
    bindBlob = try symbols.find("sqlite3_bind_blob")
    bindPointer = try? symbols.find("sqlite3_bind_pointer")
    columnValue = try symbols.find("sqlite3_column_value")
    createFunction = try symbols.find("sqlite3_create_function_v2")
    createCollation = try symbols.find("sqlite3_create_collation_v2")
    setCollationNeed = try symbols.find("sqlite3_collation_needed")
    Self.userData = try symbols.find("sqlite3_user_data") as UserData
    aggregateContext = try symbols.find("sqlite3_aggregate_context")
    valueType = try symbols.find("sqlite3_value_type")
    valueInteger = try symbols.find("sqlite3_value_int64")
    valueReal = try symbols.find("sqlite3_value_double")
    valueText = try symbols.find("sqlite3_value_text")
    valueBlob = try symbols.find("sqlite3_value_blob")
    valueByteCount = try symbols.find("sqlite3_value_bytes")
    resultNull = try symbols.find("sqlite3_result_null")
    resultInteger = try symbols.find("sqlite3_result_int64")
    resultReal = try symbols.find("sqlite3_result_double")
    resultText = try symbols.find("sqlite3_result_text")
    resultBlob = try symbols.find("sqlite3_result_blob")
    resultError = try symbols.find("sqlite3_result_error")
    beginBackup = try symbols.find("sqlite3_backup_init")
    backUpPages = try symbols.find("sqlite3_backup_step")
    endBackup = try symbols.find("sqlite3_backup_finish")
    setKey = try? symbols.find("sqlite3_key") as KeySetter
    changeKey = try? symbols.find("sqlite3_rekey") as KeySetter
    setProgressHandler = try symbols.find("sqlite3_progress_handler")
  }

  // MARK: Loading

  private static let lock = Lock()
  /// Guarded by the lock until it is set, and never changed afterwards.
  nonisolated(unsafe) private static var loaded: SQLiteLibrary?

  /// Returns the library of the process.
  ///
  /// - Parameter path: The path of the library; `nil` for the system's library.
  /// - Throws: ``SQLiteStoreError`` if the library is missing or unsupported.
  static func load(_ path: String?) throws -> SQLiteLibrary {
    lock.lock()
    defer { lock.unlock() }
    if let loaded {
      if let path, path != loaded.path {
        throw SQLiteStoreError.unsupportedLibrary(
          path: path, reason: "is another one than \(loaded.path), which this process uses already")
      }
      return loaded
    }
    do {
      let library = try SQLiteLibrary(SystemLibrary(path.map { [$0] } ?? usualPaths))
      loaded = library
      return library
    } catch SystemLibrary.Failure.missing(let path, let reason) {
      throw SQLiteStoreError.libraryMissing(path: path, reason: reason)
    } catch SystemLibrary.Failure.unsupported(let path, let reason) {
      throw SQLiteStoreError.unsupportedLibrary(path: path, reason: reason)
    }
  }

  /// Checks the version of a loaded library.
  private static func check(_ symbols: SystemLibrary) throws {
    typealias Number = @convention(c) () -> Int32
    let number = (try symbols.find("sqlite3_libversion_number") as Number)()
    func unsupported(_ reason: String) -> SystemLibrary.Failure {
      .unsupported(path: symbols.path, reason: reason)
    }
    if number < leastVersionNumber {
      throw unsupported("is version \(number / 1_000_000).\(number / 1000 % 1000)")
    }
    if (try symbols.find("sqlite3_threadsafe") as Number)() == 0 {
      throw unsupported("is for one thread only")
    }
  }

  /// Returns the data that a called function was registered with. It is found together with the library, and so before
  /// any call. Functions called for each row use it without reference counting of the library.
  nonisolated(unsafe) private(set) static var userData: UserData?

  /// The library of the process, for functions that SQLite calls.
  static var current: SQLiteLibrary? { loaded }

  private static var usualPaths: [String] {
    #if canImport(Darwin)
      // A bare name would also be searched in the working directory, where anyone may have put a library.
      ["/usr/lib/libsqlite3.dylib"]
    #else
      ["libsqlite3.so.0", "libsqlite3.so"]
    #endif
  }
}
