import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a store on file cannot be opened, or cannot save; whatever it is, nothing is lost.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: JSONFileStore("/dev/null"))
/// } catch let error as FileStoreError {
///   print(error.reason)  // notOrdinary
/// }
/// ```
public struct FileStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public let path: String
  /// What is in the way.
  public let reason: Reason

  /// What is in the way of a store on file.
  public enum Reason: Hashable, Sendable {
    /// The path is that of a device, a pipe or the like.
    case notOrdinary
    /// The file was written with a model of another fingerprint, which it does not keep.
    ///
    /// `mistakes` has a line for each place in the file that does not suit the model; none if all records do.
    case otherModel(saved: String, expected: String, mistakes: [String])
    /// The file is of a form that only newer versions of the library know.
    case newerFormat(Int, known: Int)
    /// The file keeps its model in a form that only newer versions of the library know.
    case newerModelFormat(Int, known: Int)
    /// The model that the file keeps is none; the text says why.
    case damagedModel(String)
    /// A property or an entity has a key that the file has for something else.
    case reservedKey(String, of: String)
    /// Another program, or another store, has changed the file since it was read.
    case changed
    /// A copy was to be made, and there is a file of that name.
    case exists
    /// The file was removed since it was read.
    case removed
    /// The file is that of another store by now.
    case otherStore
    /// Somebody else has held the right to write for longer than this waits.
    case busy
    /// The file has several names, of which a save would give one another file.
    case hardLinked(count: Int)
    /// The permissions of the file forbid to write it.
    case readOnly
    /// The file would have more bytes than can be read again.
    case tooLarge(limit: Int)
    /// Another error of the system, by its number, when something was to be done with the file.
    case system(Int32, step: Step)
  }

  /// What is done with the file, or with one beside it.
  public enum Step: String, Hashable, Sendable {
    /// The file beside it by which writers take turns.
    case lock = "locked"
    /// What is written beside the file, to take its place.
    case write = "written"
    /// The owner and the permissions of the file, which the one in its place gets.
    case own = "given to its owner"
    /// What is written must reach the disk.
    case sync = "synced"
    /// The new file takes the place of the old one.
    case replace = "replaced"
  }

  init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Takes the number that the system left in `errno`.
  init(path: String, step: Step) {
    self.init(path: path, reason: .system(errno, step: step))
  }

  /// How many mistakes a message lists.
  private static let mostMistakes = 20

  private static func remedy(_ mistakes: [String]) -> String {
    let rest = mistakes.count - mostMistakes
    return
      "Open it with migration: .staged and that model, or change what does not suit this one, "
      + "and remove \"model\" from its second line:"
      + mistakes.prefix(mostMistakes).map { "\n  \($0)" }.joined()
      + (rest > 0 ? "\n  … and \(rest) more" : "")
  }

  /// Whether the process must not make a file beside the store's.
  private var isForbiddenBeside: Bool {
    if case .system(let code, .lock) = reason { return code == EACCES || code == EPERM }
    return false
  }

  private static let folderRemedy =
    " The store keeps a lock file next to it, so its folder must be writable, too. A sandboxed "
    + "program keeps its store in a folder of its own."

  /// What must be, what is instead, and what to do.
  public var description: String {
    let path = path.isEmpty ? "\"\"" : path
    return switch reason {
    case .notOrdinary:
      "\(path) must be an ordinary file, but is not. Put one there, or remove it."
    case .hardLinked(let count):
      "\(path) must be the only name of its file, but the file has \(count) names (hard links): "
        + "programs that use another name would not see the saves. Nothing was written: remove "
        + "the other names, make them symbolic links, or allow them: JSONFileStore(path, "
        + "allowsHardLinks: true)."
    case .otherModel(let saved, let expected, let mistakes):
      "\(path) must be saved with model \(expected), but was saved with \(saved), which the "
        + "file does not contain. "
        + (mistakes.isEmpty
          ? "Its records suit the model nevertheless: to read them, remove \"model\" from its "
            + "second line."
          : Self.remedy(mistakes))
    case .newerFormat(let format, let known):
      "\(path) must be of format \(known) to be read by this version of Armature, \(LibraryVersion.current), but"
        + " is of format \(format). Use the version that wrote it, or a later one."
    case .newerModelFormat(let format, let known):
      "\(path) must keep its model in format \(known) to be read by this version of Armature,"
        + " \(LibraryVersion.current), but keeps it in format \(format). Use the version that "
        + "wrote it, or a later one."
    case .damagedModel(let reason):
      "\(path) must contain the model that saved its rows, but \"schema\" in its header is "
        + "invalid (\(reason)). Nothing was changed: restore the header, or open it with that "
        + "model."
    case .reservedKey(let key, let name):
      "\(name) must have another key than \"\(key)\", which is the file's. Declare one with key(_:)."
    case .changed:
      "\(path) must be unchanged since this store read it, but another program has changed it. "
        + "Nothing was written: "
        + "call reload() of the store and refreshAll() of the context, and save again."
    case .exists:
      "\(path) must not exist before a copy is made, but does. Remove it, or choose another name."
    case .removed:
      "\(path) must exist, but has been removed. Nothing was written: restore it, and save again."
    case .otherStore:
      "\(path) must be the file of this store, but is now the file of another one. Nothing was "
        + "written: open it with a new store."
    case .busy:
      "\(path) is locked: another process has been writing for 10 seconds. Save again."
    case .readOnly: "\(path) must be writable, but its permissions forbid it."
    case .tooLarge(let limit):
      "\(path) must have at most \(limit) bytes, but would have more. Nothing was written."
    case .system(let code, let step):
      "\(path) must be \(step.rawValue), but the system says “\(String(cString: strerror(code)))”."
        + (isForbiddenBeside ? Self.folderRemedy : "")
    }
  }
}
