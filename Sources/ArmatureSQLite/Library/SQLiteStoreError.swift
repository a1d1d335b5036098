#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a store in a file of SQLite cannot do what it is asked for.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: SQLiteStore("/no/such/folder/shop.sqlite"))
/// } catch let error as SQLiteStoreError {
///   print(error.isBusy)  // false
/// }
/// ```
public enum SQLiteStoreError: Error, Hashable, Sendable {
  /// There is no library of SQLite.
  case libraryMissing(path: String, reason: String)
  /// The library cannot be used; `reason` continues a sentence about it.
  case libraryUnfit(path: String, reason: String)
  /// The file is not a store that this library can use; `reason` continues a sentence about it.
  case unfitFile(path: String, reason: String, remedy: String)
  /// Another connection has written for longer than the store waits.
  case busy(path: String)
  /// The file, or one beside it, was replaced by another one since the store was opened.
  case replaced(path: String)
  /// The store was opened to be read alone.
  case readOnly(path: String)
  /// The file has several names, of which each has a log of its own.
  case hardLinked(path: String, count: Int)
  /// A copy was to be made, and there is a file of that name, or the log of one that is gone.
  case exists(path: String)
  /// The database has refused a statement; `code` is SQLite's extended code, `message` what it says.
  case database(path: String, code: Int32, message: String)
  /// The system refuses to do something with a file beside the database.
  ///
  /// `code` is its `errno`; `step` says what was to be done, as in “it must be written”.
  case system(path: String, code: Int32, step: String)

  /// Whether the same call may succeed a little later.
  public var isBusy: Bool {
    if case .busy = self { true } else { false }
  }
}

extension SQLiteStoreError: CustomStringConvertible {
  /// What must be, what is, and what to do.
  public var description: String {
    switch self {
    case .libraryMissing(let path, let reason):
      "SQLite must be there to open a store in a file, but \(path) is not: \(reason). Install it"
        + " (Debian: apt-get install libsqlite3-0), or tell where it is: SQLiteStore(path, library: …)."
        + " A program that is linked statically can load no library."
    case .libraryUnfit(let path, let reason):
      "SQLite must be version \(SQLiteLibrary.leastVersion) or later, and be one library for all threads"
        + " of the process, but \(path) \(reason). Install a newer one, or tell where it is:"
        + " SQLiteStore(path, library: …)."
    case .unfitFile(let path, let reason, let remedy):
      "\(path) must be a store of Armature, but \(reason). \(remedy)"
    case .busy(let path):
      "\(path) must be free to be written, but another process, or another store, has been writing to it"
        + " for longer than this one waits. Save again, or wait longer: SQLiteStore(path, busyTimeout: …)."
    case .replaced(let path):
      "\(path) must be the file that was opened, but it has been moved, removed or replaced. Nothing was"
        + " written to it. Put it back, or make a new container for the file that is there now."
    case .readOnly(let path):
      "\(path) must be open to be written to, but was opened to be read alone. Nothing was saved: open it without"
        + " readOnly: true."
    case .hardLinked(let path, let count):
      "\(path) must be the only name of its file, but the file has \(count) names (hard links): SQLite keeps a log for each,"
        + " so that saves would be lost. Nothing was written: remove the other names, make them symbolic links, or ask for it"
        + " where nobody uses them: SQLiteStore(path, allowsHardLinks: true)."
    case .exists(let path):
      "\(path) must not be there before a copy is made, but is. Remove it, or choose another name."
    case .database(let path, let code, let message):
      "\(path) must be readable and writable, but SQLite says: \(message) (code \(code))."
        + Self.remedy(code)
    case .system(let path, let code, let step):
      "\(path) must be \(step), but the system says “\(String(cString: strerror(code)))”. Check the disk, and"
        + " who may use the folder: nothing was saved, and nothing is lost."
    }
  }

  private static func remedy(_ code: Int32) -> String {
    switch code & 0xFF {
    case SQLiteCode.full:
      " Make room on the disk, and save again: nothing was saved, and nothing is lost."
    case SQLiteCode.readOnly:
      " Check who may write to the file and to its folder, or read it alone: SQLiteStore(path, readOnly: true)."
    case SQLiteCode.cannotOpen:
      " Check that the folder is there, who may use it, and how many files the process may open; to read it alone, no"
        + " folder must be writable: SQLiteStore(path, readOnly: true)."
    case SQLiteCode.corrupt:
      " The file is damaged: keep a copy, and try `sqlite3 FILE .recover`, or go back to a backup."
    case SQLiteCode.ioError:
      " The disk has failed to read or write: nothing of the transaction was saved."
    default: ""
    }
  }
}
