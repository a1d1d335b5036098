extension SQLiteStore {
  /// Copies the current state of the store to a new file with another key, or without encryption.
  ///
  /// ```swift
  /// func encrypt(_ store: SQLiteStore, with key: SQLiteKey) throws {
  ///   try store.backUp(to: "encrypted.sqlite", key: key)
  /// }
  /// ```
  /// The copy has the same properties as with ``backUp(to:)``. Use this method to encrypt a plain file, too: copy it with
  /// a key, and replace the original by the copy while no one has the original open.
  ///
  /// An encrypted copy keeps large data in its rows, and a plain copy of an encrypted file does so, too.
  ///
  /// - Parameters:
  ///   - path: The path of the copy. No file may exist at this path. A relative path starts at the current directory.
  ///   - key: The key of the copy; `nil` for a plain copy.
  /// - Throws: ``SQLiteStoreError`` if the file cannot be read or written, or the library cannot encrypt.
  /// - Complexity: O(*n* log *n*) in the number of rows. The copy takes constant memory, except for one value.
  public func backUp(to path: String, key: SQLiteKey?) throws {
    try backUp(to: path) { _ in key }
  }

  /// Encrypts the file with another key.
  ///
  /// ```swift
  /// func changePassphrase(of store: SQLiteStore, to new: String) throws {
  ///   try store.rekey(to: .passphrase(new))
  /// }
  /// ```
  /// SQLite writes the whole file in one transaction: after a crash, the file has either key. This store continues with
  /// the new key. All other stores for the file, including those of other processes, throw
  /// ``SQLiteStoreError/wrongKey(path:)`` from then on, and must be opened again.
  ///
  /// From the next opening on, the closure of the store must return the new key. Store the new key first, and remove the
  /// old one when this method has returned. Earlier backups keep their keys.
  ///
  /// - Throws:
  ///   - ``SQLiteStoreError/notEncrypted(path:)`` if the file is plain. Use ``backUp(to:key:)`` to encrypt it.
  ///   - ``SQLiteStoreError/busy(path:)`` if another process is writing.
  ///   - Another ``SQLiteStoreError`` if the file cannot be written.
  /// - Complexity: O(*n*) in the number of bytes of the file. The log next to the file temporarily has the same size.
  public func rekey(to key: SQLiteKey) throws { try opened().changeKey(to: key) }
}
