/// The settings of a store in a file.
struct SQLiteSettings: Sendable {
  let keepsHistory: Bool
  /// Whether a completed save survives a power failure.
  let survivesPowerFailure: Bool
  let busyTimeout: Duration
  let library: String?
  /// The maximum size of data in a row for attributes that can be stored in files, in bytes.
  let inlineLimit: Int
  /// Whether the file may have several names.
  let allowsHardLinks: Bool
  /// Whether the file is only read.
  let isReadOnly: Bool
  /// Returns the key of an encrypted file; `nil` for a plain file.
  let key: SQLiteKey.Source?
  let log: (@Sendable (_ statement: String, _ duration: Duration) -> Void)?
}
