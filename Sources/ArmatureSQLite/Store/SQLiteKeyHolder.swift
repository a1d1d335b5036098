import ArmatureModel

/// The key of an open file. The program is asked for it when the first connection is opened, and again when all
/// connections have been closed meanwhile.
///
/// `@unchecked Sendable`: the lock guards the key.
final class SQLiteKeyHolder: @unchecked Sendable {
  private let source: SQLiteKey.Source?
  /// Held while the key of the file changes.
  private let changing = Lock()
  private let lock = Lock()
  private var known: SQLiteKey?

  init(_ source: SQLiteKey.Source?) { self.source = source }

  /// Whether the file is encrypted.
  var isEncrypted: Bool { source != nil }

  /// Returns the key; `nil` for a plain file.
  ///
  /// - Throws: The errors of the program's closure.
  func key() throws -> SQLiteKey? {
    guard let source else { return nil }
    if let known = lock.withLock({ known }) { return known }
    // The closure may use the store, so the lock is not held.
    let key = try source()
    return lock.withLock {
      if known == nil { known = key }
      return known
    }
  }

  /// Removes the key from memory, because no connection needs it.
  func forget() { lock.withLock { known = nil } }

  /// Runs a closure that encrypts the file with another key.
  func change(to key: SQLiteKey, _ body: () throws -> Void) rethrows {
    try changing.withLock {
      try body()
      lock.withLock { known = key }
    }
  }

  /// Returns whether the file has another key since a connection used one. A change that is in progress counts.
  func isOutdated(_ key: SQLiteKey?) -> Bool {
    changing.withLock { lock.withLock { known.map { !isSame(key, $0) } ?? false } }
  }

  /// Returns whether a connection has the key that is in memory, or needs none.
  func isCurrent(_ connection: SQLiteConnection) -> Bool {
    guard let known = lock.withLock({ known }) else { return !isEncrypted }
    return isSame(connection.key, known)
  }

  private func isSame(_ key: SQLiteKey?, _ other: SQLiteKey) -> Bool {
    key?.isSame(as: other) ?? false
  }
}
