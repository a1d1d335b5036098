public import Armature
import ArmatureSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error of a store in a SQLite file.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: SQLiteStore("/no/such/folder/shop.sqlite"))
/// } catch let error as SQLiteStoreError {
///   print(error.isBusy)  // false
/// }
/// ```
public enum SQLiteStoreError: Error, Hashable, Sendable {
  /// The SQLite library was not found.
  case libraryMissing(path: String, reason: String)
  /// The SQLite library is unsupported. `reason` completes a sentence about the library.
  case unsupportedLibrary(path: String, reason: String)
  /// The file cannot be used as a store. `reason` completes a sentence about the file.
  case unusableFile(path: String, reason: String, remedy: Remedy)
  /// Another connection has been writing for longer than the busy timeout. You can try the call again.
  case busy(path: String)
  /// The file, or a file that belongs to it, was replaced after the store was opened.
  case replaced(path: String)
  /// The store was opened as read-only, so it cannot be saved.
  case readOnly(path: String)
  /// The file has several names (hard links). SQLite would use a separate log for each name.
  case hardLinked(path: String, count: Int)
  /// The destination of a copy already exists, or the log of a previous file with the same name exists.
  case exists(path: String)
  /// The file is encrypted, and was opened without a key. It may also be a file of another kind.
  case keyMissing(path: String)
  /// The key does not open the file. The file may also be damaged.
  case wrongKey(path: String)
  /// The file is plain, and was opened with a key.
  case notEncrypted(path: String)
  /// No file can have the key. `reason` completes a sentence about the key.
  case invalidKey(path: String, reason: String)
  /// The SQLite library cannot open a file with a key. `reason` completes a sentence about the library.
  case cannotEncrypt(path: String, library: String, reason: String)
  /// SQLite rejected a statement. `code` is its extended result code, and `message` is its message.
  case database(path: String, code: Int32, message: String)
  /// A system call failed for a file next to the database.
  ///
  /// `code` is the `errno` of the call. `step` completes a sentence about the failed step, as in “it must be written”.
  case system(path: String, code: Int32, step: String)

  /// A Boolean value that indicates whether the same call may succeed if you try it again a little later.
  public var isBusy: Bool {
    if case .busy = self { true } else { false }
  }
}

extension SQLiteStoreError: CustomStringConvertible, AdvisingError {
  /// A message with the requirement, the actual state, and the remedy.
  public var description: String { message(for: .programmer) }

  package func message(for audience: MessageAudience) -> String {
    switch self {
    case .libraryMissing(let path, let reason):
      "SQLite must be installed to open a store in a file, but \(path) is unusable: \(reason). "
        + "Install it (Debian: apt-get install libsqlite3-0), or \(Self.libraryPlace(audience)) "
        + "A statically linked program cannot load libraries."
    case .unsupportedLibrary(let path, let reason):
      "SQLite must be version \(SQLiteLibrary.leastVersion) or later, and be one library for all threads"
        + " of the process, but \(path) \(reason). Install a newer one, or \(Self.libraryPlace(audience))"
    case .unusableFile(let path, let reason, let remedy):
      "\(path) must be a store of Armature, but \(reason). \(remedy.words(for: audience))"
    case .busy(let path):
      "\(path) is locked: another process or another store has been writing for longer than the "
        + "busy timeout. "
        + audience.words(
          swift: "Save again, or wait longer: SQLiteStore(path, busyTimeout: …).",
          command: "Try again.")
    case .replaced(let path):
      "\(path) must be the file that was opened, but it has been moved, removed or replaced. Nothing was"
        + " written to it. Restore it, or "
        + audience.words(
          swift: "make a new container for the present file.",
          command: "try again with the present file.")
    case .readOnly(let path):
      "\(path) must be open for writing, but was opened read-only. Nothing was saved: "
        + audience.words(
          swift: "open it without readOnly: true.", command: "let the user write to the file.")
    case .hardLinked(let path, let count):
      "\(path) must be the only name of its file, but the file has \(count) names (hard links): "
        + "SQLite keeps a log for each name, so saves would be lost. Nothing was written: "
        + audience.words(
          swift: "remove the other names, make them symbolic links, or allow them if no one uses "
            + "them: SQLiteStore(path, allowsHardLinks: true).",
          command: "remove the other names, or make them symbolic links.")
    case .exists(let path):
      "\(path) must not exist before a copy is made, but does. Remove it, or choose another name."
    case .keyMissing(let path): Self.keyMissingMessage(path, audience)
    case .wrongKey(let path): Self.wrongKeyMessage(path)
    case .notEncrypted(let path): Self.notEncryptedMessage(path, audience)
    case .invalidKey(let path, let reason): Self.invalidKeyMessage(path, reason)
    case .cannotEncrypt(let path, let library, let reason):
      Self.cannotEncryptMessage(path, library, reason, audience)
    case .database(let path, let code, let message):
      "\(path) must be readable and writable, but SQLite says: \(message) (code \(code))."
        + Self.remedy(code, for: audience)
    case .system(let path, let code, let step):
      "\(path) must be \(step), but the system says “\(String(cString: strerror(code)))”. Check "
        + "the disk and the permissions of the folder: nothing was saved, and nothing is lost."
    }
  }

  private static func libraryPlace(_ audience: MessageAudience) -> String {
    audience.words(
      swift: "name its path: SQLiteStore(path, library: …).",
      command: "name its folder in the variable LD_LIBRARY_PATH.")
  }

  private static func remedy(_ code: Int32, for audience: MessageAudience) -> String {
    switch code & 0xFF {
    case SQLiteCode.full:
      " Free space on the disk, and save again: nothing was saved, and nothing is lost."
    case SQLiteCode.readOnly:
      " Check the permissions of the file and its folder"
        + audience.words(
          swift: ", or open it read-only: SQLiteStore(path, readOnly: true).", command: ".")
    case SQLiteCode.cannotOpen:
      " Check that the folder exists, its permissions, and the limit of open files"
        + audience.words(
          swift: "; a read-only store needs no writable folder: SQLiteStore(path, readOnly: true).",
          command: ".")
    case SQLiteCode.corrupt:
      " The file is damaged: keep a copy, and try `sqlite3 FILE .recover`, or restore a backup."
    case SQLiteCode.ioError:
      " The disk has failed to read or write: nothing of the transaction was saved."
    default: ""
    }
  }
}

extension SQLiteStoreError {
  /// The violated constraint; `nil` for other errors.
  var violation: SQLViolation? {
    guard case .database(_, let code, _) = self else { return nil }
    return switch code {
    case SQLiteCode.constraintPrimaryKey, SQLiteCode.constraintRowID: .key
    case SQLiteCode.constraintUnique: .unique
    case SQLiteCode.constraintForeignKey: .link
    case SQLiteCode.constraintNotNull: .required
    default: nil
    }
  }

  /// Whether the cause is the file or the system, not the data to be written.
  var isOfFile: Bool {
    guard case .database(_, let code, _) = self else { return false }
    return code & 0xFF != SQLiteCode.constraint
  }
}
