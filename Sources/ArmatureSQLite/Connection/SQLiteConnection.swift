import Armature
import ArmatureSQL

/// A connection to a file, with a cache of prepared statements.
///
/// It is used by one task at a time.
final class SQLiteConnection: SQLRowReceiving {
  let library: SQLiteLibrary
  let path: String
  let access: Access
  let handle: SQLiteLibrary.Handle
  private let log: (@Sendable (String, Duration) -> Void)?
  /// Idle cached statements, by their texts.
  private var idle: [String: SQLiteStatement] = [:]
  private let functions = SQLiteFunctionState()
  private let rowReceiver: SQLiteRowReceiver
  /// Whether the library has FTS5, which full-text indexes need.
  private(set) var supportsFullText = false
  /// The key of an encrypted file; `nil` for a plain file.
  var key: SQLiteKey?
  /// The number of the last save that a reader has found, with SQLite's `data_version` for that state.
  var knownCommit: (number: Int64, state: Int64)?

  private static let mostIdle = 200

  /// The access of a connection to its file.
  enum Access {
    case reading
    case writing
    /// Write, and create a missing file.
    case creating
    /// Read a file that no one else writes to, without a log or a lock file.
    case readingAlone

    fileprivate var flags: Int32 {
      switch self {
      case .reading: SQLiteCode.openReadOnly
      case .writing: SQLiteCode.openReadWrite
      // The name of an attached file may be a URI.
      case .creating: SQLiteCode.openReadWrite | SQLiteCode.openCreate | SQLiteCode.openURI
      case .readingAlone: SQLiteCode.openReadOnly | SQLiteCode.openURI
      }
    }

    /// Returns the name to open the file with.
    fileprivate func name(of path: String) -> String {
      self == .readingAlone ? Self.uri(of: path, "immutable=1") : path
    }

    /// Returns the name to attach the file with, for reading.
    func readingName(of path: String) -> String {
      Self.uri(of: path, self == .readingAlone ? "immutable=1" : "mode=ro")
    }

    private static func uri(of path: String, _ parameter: String) -> String {
      let digits = Array("0123456789ABCDEF".utf8)
      var bytes: [UInt8] = []
      for byte in path.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: bytes.append(byte)
        default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return "file:\(String(decoding: bytes, as: UTF8.self))?\(parameter)"
    }
  }

  /// Opens a file, and by default creates a missing one.
  ///
  /// - Parameter key: The key of an encrypted file; `nil` for a plain file.
  init(
    _ path: String, _ library: SQLiteLibrary, busyTimeout: Duration,
    log: (@Sendable (String, Duration) -> Void)?, _ access: Access = .creating,
    key: SQLiteKey? = nil
  )
    throws
  {
    (self.library, self.path, self.access, self.log) = (library, path, access, log)
    // Before a file is created.
    let setKey = try key.map { try Self.keySetter(for: path, $0, library) }
    rowReceiver = SQLiteRowReceiver(library)
    var handle: SQLiteLibrary.Handle?
    let code = library.open(
      access.name(of: path), &handle, access.flags | SQLiteCode.openNoMutex, nil)
    guard let handle else {
      throw SQLiteStoreError.database(path: path, code: code, message: "out of memory")
    }
    self.handle = handle
    if code != SQLiteCode.ok {
      let message = library.message(handle).map { String(cString: $0) } ?? ""
      _ = library.close(handle)
      throw SQLiteStoreError.database(path: path, code: code, message: message)
    }
    _ = library.extendedCodes(handle, 1)
    _ = library.busyTimeout(handle, busyTimeout.milliseconds)
    try checkJournal(key)
    if let key, let setKey { try unlock(with: key, setKey) }
    supportsFullText = SQLiteTokenizer.register(handle, library)
    for result in [functions.register(handle, library), rowReceiver.register(handle)]
    where result != SQLiteCode.ok { throw error(result) }
  }

  deinit {
    idle = [:]
    // SQLite closes the connection when its last statements are finalized, which may be later.
    _ = library.close(handle)
  }

  /// The functions of the migration in progress.
  var migrationFunctions: SQLMigrationFunctions? {
    get { functions.migration }
    set { functions.migration = newValue }
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { library.isAutocommit(handle) == 0 }

  func prepare(_ text: String) throws -> any SQLCursor {
    if let known = idle.removeValue(forKey: text) { return known }
    return try SQLiteStatement(text, self)
  }

  func giveBack(_ cursor: any SQLCursor) {
    guard let statement = cursor as? SQLiteStatement else { return }
    statement.reset()
    if idle.count >= Self.mostIdle { idle.removeAll() }
    idle[statement.text] = statement
  }

  func receiving(
    _ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void
  ) throws { try rowReceiver.receive(rows, with: reader, body) }

  func violation(_ error: any Error) -> SQLViolation? {
    (error as? SQLiteStoreError)?.violation
  }

  func notWritten(in table: String?) -> any Error {
    unusable(
      "SQLite reports no error, but did not write a row of its "
        + "\(table.map { "table \($0)" } ?? "tables"): a trigger discarded it",
      .removeTriggerAfterSave)
  }

  /// Returns the error of a result code, or else of the last call.
  func error(_ code: Int32? = nil) -> SQLiteStoreError {
    let code = code ?? library.code(handle)
    let message = library.message(handle).map { String(cString: $0) } ?? ""
    switch code & 0xFF {
    case SQLiteCode.busy, SQLiteCode.locked: return .busy(path: path)
    case SQLiteCode.notADatabase:
      if key != nil { return .wrongKey(path: path) }
      if mayBeEncrypted { return .keyMissing(path: path) }
      return unusable("it is not a SQLite database, or is encrypted", .openAnotherFile)
    // SQLCipher's answer for a page that it cannot decrypt, after the key of an open file has changed.
    case SQLiteCode.noMemory where key != nil: return .wrongKey(path: path)
    default: return .database(path: path, code: code, message: message)
    }
  }

  /// Returns the error for an unusable file.
  func unusable(
    _ reason: String, _ remedy: SQLiteStoreError.Remedy = .restoreChangedFile()
  ) -> SQLiteStoreError {
    .unusableFile(path: path, reason: reason, remedy: remedy)
  }

  /// Logs an executed statement.
  func note(_ text: String, since start: ContinuousClock.Instant) {
    log?(text, ContinuousClock.now - start)
  }

  /// Whether statements are logged.
  var isLogged: Bool { log != nil }
}

extension Duration {
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    return Int32(
      clamping: seconds.multipliedReportingOverflow(by: 1000).overflow
        ? .max : seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
