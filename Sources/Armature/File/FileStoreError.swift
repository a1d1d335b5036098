import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error that prevents a file store from being opened or saved. No data are lost in any case.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: JSONFileStore("/dev/null"))
/// } catch let error as FileStoreError {
///   print(error.reason)  // notRegularFile
/// }
/// ```
public struct FileStoreError: Error, Hashable, Sendable {
  /// The path, as passed to the store.
  public let path: String
  /// The reason for the error.
  public let reason: Reason

  /// The reason why a file store cannot be opened or saved.
  public enum Reason: Hashable, Sendable {
    /// The path leads to a device, a pipe or another special file.
    case notRegularFile
    /// The file was written with another model, and does not contain that model.
    ///
    /// `saved` and `expected` are the fingerprints of the two models. `failures` contains a line for each place in the
    /// file that does not match the expected model. It is empty if all records match.
    case otherModel(saved: String, expected: String, failures: [String])
    /// The file has a format that only a newer version of the library can read.
    case newerFormat(Int, known: Int)
    /// The file contains its model in a format that only a newer version of the library can read.
    case newerModelFormat(Int, known: Int)
    /// The model in the file is invalid. The text states the reason.
    case damagedModel(String)
    /// A property or an entity has a key that the file format reserves.
    case reservedKey(String, of: String)
    /// Another program, or another store, has changed the file since it was read.
    case changed
    /// A file with the name of the requested copy already exists.
    case exists
    /// The file was removed after it was read.
    case removed
    /// The file was replaced by the file of another store.
    case otherStore
    /// Another process has held the write lock for longer than the store's waiting time.
    case busy
    /// The file has other names (hard links). After a save, they would still lead to the old file.
    case hardLinked(count: Int)
    /// The permissions of the file forbid writing.
    case readOnly
    /// The file would become larger than the limit for reading it.
    case tooLarge(limit: Int)
    /// Another system error in a step of a file operation. The number is the system's error number.
    case system(Int32, step: Step)
  }

  /// A step of a file operation.
  public enum Step: String, Hashable, Sendable {
    /// The store locks the lock file next to the file.
    case lock = "locked"
    /// The store writes the new file next to the old one.
    case write = "written"
    /// The store sets the owner and the permissions of the new file.
    case own = "given to its owner"
    /// The store flushes the new file to the disk.
    case sync = "synced"
    /// The store replaces the old file with the new one.
    case replace = "replaced"
  }

  init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error from the number in `errno`.
  init(path: String, step: Step) {
    self.init(path: path, reason: .system(errno, step: step))
  }
}

extension FileStoreError: CustomStringConvertible, AdvisingError {
  /// The maximum number of issues in a message.
  private static let mostFailures = 20

  private static func remedy(_ failures: [String], for audience: MessageAudience) -> String {
    let rest = failures.count - mostFailures
    return
      audience.words(
        swift: "Open it with migration: .staged and that model, or change ",
        command: "Open it with a program that has that model in a staged migration, or change ")
      + "what does not suit this one, and remove \"model\" from its second line:"
      + failures.prefix(mostFailures).map { "\n  \($0)" }.joined()
      + (rest > 0 ? "\n  … and \(rest) more" : "")
  }

  /// True if the process has no permission to create a file next to the store's file.
  private var isForbiddenBeside: Bool {
    if case .system(let code, .lock) = reason { return code == EACCES || code == EPERM }
    return false
  }

  private static let folderRemedy =
    " The store keeps a lock file next to it, so its folder must be writable, too. A sandboxed "
    + "program keeps its store in a folder of its own."

  /// A message with the requirement, the actual state, and a remedy.
  public var description: String { message(for: .programmer) }

  package func message(for audience: MessageAudience) -> String {
    let path = path.isEmpty ? "\"\"" : path
    return switch reason {
    case .notRegularFile:
      "\(path) must be an ordinary file, but is not. Put one there, or remove it."
    case .hardLinked(let count):
      "\(path) must be the only name of its file, but the file has \(count) names (hard links): "
        + "programs that use another name would not see the saves. Nothing was written: "
        + audience.words(
          swift: "remove the other names, make them symbolic links, or allow them: "
            + "JSONFileStore(path, allowsHardLinks: true).",
          command: "remove the other names, or make them symbolic links.")
    case .otherModel(let saved, let expected, let failures):
      "\(path) must be saved with model \(expected), but was saved with \(saved), which the "
        + "file does not contain. "
        + (failures.isEmpty
          ? "Its records suit the model nevertheless: to read them, remove \"model\" from its "
            + "second line."
          : Self.remedy(failures, for: audience))
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
        + audience.words(
          swift: "call reload() of the store and refreshAll() of the context, and save again.",
          command: "try again.")
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
