#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file that will replace another file in the same folder.
///
/// If the new file has not replaced the other one by the end of this value's lifetime, it is removed.
struct NewFile: ~Copyable {
  private let path: String
  private let name: String
  private let former: stat?
  /// The old file, open; −1 without one.
  private let formerDescriptor: Int32
  private var descriptor: Int32
  private var isThere = true
  /// True after it has replaced the old file.
  private(set) var isInPlace = false

  /// The permissions of a file without a predecessor.
  static let mode: mode_t = 0o644

  /// Returns an unused ending for a name: 16 hexadecimal digits and a word.
  static func ending() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + word
  }

  private static let word = ".saving"

  /// Returns whether a name has the ending of new files.
  static func isEnding(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 16 + word.utf8.count && bytes.dropFirst(16).elementsEqual(word.utf8)
      && bytes.prefix(16).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Creates an empty file. Until the file is written, only its owner can open it.
  ///
  /// - Parameters:
  ///   - name: The path of the file to replace, for messages.
  ///   - former: The descriptor of the old file, or `nil` if there is no old file. Keep the old file open until the new
  ///     file is written.
  init(_ path: String, name: String, like formerDescriptor: Int32?) throws(FileStoreError) {
    let former = formerDescriptor.flatMap { fileStatus($0) }
    descriptor = open(
      path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, former == nil ? Self.mode : 0o600)
    if descriptor < 0 { throw FileStoreError(path: name, step: .write) }
    self.path = path
    self.name = name
    self.former = former
    self.formerDescriptor = formerDescriptor ?? -1
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isThere { unlink(path) }
  }

  /// Writes all bytes and flushes them to the disk.
  borrowing func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileStoreError) {
    guard FileSystem.write(UnsafeRawBufferPointer(bytes), to: descriptor) else {
      throw FileStoreError(path: name, step: .write)
    }
    if let former { try become(former) }
    if !FileSystem.sync(descriptor) { throw FileStoreError(path: name, step: .sync) }
  }

  /// Copies the owner and the permissions of another file; on Apple systems also its access list and extended
  /// attributes, such as tags.
  private borrowing func become(_ former: stat) throws(FileStoreError) {
    guard FileSystem.setOwner(of: descriptor, user: former.st_uid, group: former.st_gid),
      FileSystem.copyAttributes(from: formerDescriptor, to: descriptor),
      fchmod(descriptor, former.st_mode & 0o7777) == 0
    else { throw FileStoreError(path: name, step: .own) }
  }

  /// Returns the system's status of the file.
  func status() throws(FileStoreError) -> stat {
    guard let status = fileStatus(descriptor) else {
      throw FileStoreError(path: name, step: .write)
    }
    return status
  }

  /// Replaces a file.
  ///
  /// - Parameters:
  ///   - spare: Another name for the old file, from which it is restored if this fails at the end.
  ///   - folder: The folder of all these files, open.
  /// - Throws: ``FileStoreError``. The old file is then restored, unless ``isInPlace``.
  mutating func replace(
    _ target: String, keeping spare: String, in folder: Int32
  ) throws(FileStoreError) {
    // Without hard links, the old file cannot be restored.
    let isSpared = former != nil && link(target, spare) == 0
    defer { if isSpared { unlink(spare) } }
    guard rename(path, target) == 0 else { throw FileStoreError(path: name, step: .replace) }
    (isThere, isInPlace) = (false, true)
    if FileSystem.syncFolder(folder) { return }
    let error = FileStoreError(path: name, step: .sync)
    if isSpared {
      isInPlace = rename(spare, target) != 0
    } else if former == nil {
      isInPlace = unlink(target) != 0
    }
    throw error
  }

  /// Takes an unused name.
  mutating func take(_ free: String) throws(FileStoreError) {
    // Creating a link never replaces a file. Without hard links, the best check is to look before.
    let isTaken = link(path, free) != 0
    if isTaken, errno == EEXIST || FileSystem.isThere(free) {
      throw FileStoreError(path: name, reason: .exists)
    }
    if isTaken, rename(path, free) != 0 { throw FileStoreError(path: name, step: .replace) }
    FileSystem.syncFolder(at: FileSystem.folder(of: free))
  }

  /// Hands over the open file.
  mutating func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
