import Armature

extension SQLiteStoreError {
  static func keyMissingMessage(_ path: String, _ audience: MessageAudience) -> String {
    "\(path) must be opened with its key, because it is encrypted, or is not a SQLite database. Nothing"
      + " was changed. Name the key: "
      + audience.words(
        swift: "SQLiteStore(path, key: …).", command: "--key-file, or the variable ARMATURE_KEY.")
  }

  static func wrongKeyMessage(_ path: String) -> String {
    "\(path) must be opened with the key that encrypts it, but was opened with another key, or is"
      + " damaged. Nothing was changed. Find out whether the key has been changed since, or restore a backup."
  }

  static func notEncryptedMessage(_ path: String, _ audience: MessageAudience) -> String {
    "\(path) must be encrypted because it was opened with a key, but it is plain. Nothing was changed. Open it without"
      + " a key, or make an encrypted copy: "
      + audience.words(
        swift: "backUp(to: copy, key: …).", command: "armature store copy, with --new-key-file.")
  }

  static func invalidKeyMessage(_ path: String, _ reason: String) -> String {
    "The key of \(path) must be 32 bytes, or a passphrase that is not empty, but \(reason). Check the place"
      + " from which the key is read."
  }

  static func cannotEncryptMessage(
    _ path: String, _ library: String, _ reason: String, _ audience: MessageAudience
  ) -> String {
    "The SQLite library must be able to encrypt to open \(path) with a key, but \(library) cannot: \(reason)."
      + " Install SQLite3 Multiple Ciphers, or SQLCipher 4.5.1 or later, and "
      + audience.words(
        swift: "name its path: SQLiteStore(path, library: …, key: …).",
        command:
          "name its folder in the variable LD_LIBRARY_PATH: the library must have the name libsqlite3.so.0."
      )
  }
}
