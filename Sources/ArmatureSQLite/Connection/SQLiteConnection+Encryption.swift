import Armature
import ArmatureSQL

extension SQLiteConnection {
  /// Returns the function that sets the key of a connection to a file.
  ///
  /// - Throws: ``SQLiteStoreError`` if the library has no such function, or no file can have the key.
  static func keySetter(
    for path: String, _ key: SQLiteKey, _ library: SQLiteLibrary
  ) throws -> SQLiteLibrary.KeySetter {
    if let defect = key.defect { throw SQLiteStoreError.invalidKey(path: path, reason: defect) }
    if let setKey = library.setKey, library.changeKey != nil { return setKey }
    throw SQLiteStoreError.cannotEncrypt(
      path: path, library: library.path, reason: "it has no function sqlite3_key")
  }

  /// Sets the key of a new connection, before the first access to the file.
  ///
  /// - Throws: ``SQLiteStoreError`` if the library cannot encrypt, or the key does not open the file. The file stays
  ///   unchanged then.
  func unlock(with key: SQLiteKey, _ setKey: SQLiteLibrary.KeySetter) throws {
    self.key = key
    let code = key.withBytes { setKey(handle, $0.baseAddress, Int32($0.count)) }
    if code != SQLiteCode.ok { throw error(code) }
    // Some libraries accept a key and ignore it. SQLCipher knows the first statement, and SQLite3 Multiple Ciphers the
    // second one.
    if try text("PRAGMA cipher_version") ?? text("PRAGMA cipher") == nil {
      throw cannotEncrypt("it ignores keys")
    }
    try checkKey()
    // Temporary files would not be encrypted.
    if try integer("SELECT sqlite_compileoption_used('TEMP_STORE=0')") == 1 {
      throw cannotEncrypt("it writes temporary data to plain files")
    }
    try run("PRAGMA temp_store = MEMORY")
  }

  private func cannotEncrypt(_ reason: String) -> SQLiteStoreError {
    .cannotEncrypt(path: path, library: library.path, reason: reason)
  }

  /// Reads the beginning of the file, which needs the right key.
  private func checkKey() throws {
    do {
      try readSchema()
    } catch SQLiteStoreError.wrongKey where isPlain {
      throw SQLiteStoreError.notEncrypted(path: path)
    }
  }

  private func readSchema() throws { _ = try integer("SELECT COUNT(*) FROM sqlite_schema") }

  /// Whether the file can be read without a key.
  private var isPlain: Bool { (try? reader(key: nil).readSchema()) != nil }

  /// Returns a connection that neither writes to the file nor recovers an interrupted transaction.
  private func reader(key: SQLiteKey?) throws -> SQLiteConnection {
    try SQLiteConnection(path, library, busyTimeout: .zero, log: nil, .readingAlone, key: key)
  }

  /// Rejects a wrong key if a transaction was interrupted. SQLite would read the rollback journal with this key, take it
  /// for a damaged one, and remove it.
  func checkJournal(_ key: SQLiteKey?) throws {
    guard access != .readingAlone,
      FileSystem.isThere("\(FileIdentity.resolved(path))-journal")
    else { return }
    do {
      try reader(key: key).readSchema()
    } catch let error as SQLiteStoreError {
      switch error {
      case .keyMissing, .wrongKey, .notEncrypted: throw error
      default: break
      }
    }
  }

  /// Whether the file, which is not a plain database, can be an encrypted one: it consists of several pages of the
  /// smallest size.
  var mayBeEncrypted: Bool {
    let size = FileIdentity.size(path)
    return size > 512 && size % 512 == 0
  }

  /// Encrypts the file with another key.
  ///
  /// The connection is outside a transaction. SQLite writes all pages in one transaction of its own.
  ///
  /// - Throws: ``SQLiteStoreError/busy(path:)`` if another connection writes.
  func changeKey(to new: SQLiteKey) throws {
    _ = try Self.keySetter(for: path, new, library)
    let code = new.withBytes {
      library.changeKey?(handle, $0.baseAddress, Int32($0.count)) ?? SQLiteCode.ok
    }
    if code != SQLiteCode.ok { throw error(code) }
    try confirmChange(to: new)
    key = new
    // The log has the pages with the new key, and the file still has those with the old one.
    _ = try integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Opens the file with its new key. SQLCipher reports no error if another connection writes, and leaves the file as it
  /// is.
  ///
  /// - Throws: ``SQLiteStoreError/busy(path:)`` if the file has another key.
  func confirmChange(to new: SQLiteKey) throws {
    do {
      _ = try SQLiteConnection(path, library, busyTimeout: .zero, log: nil, .writing, key: new)
    } catch SQLiteStoreError.wrongKey {
      throw SQLiteStoreError.busy(path: path)
    }
  }
}
