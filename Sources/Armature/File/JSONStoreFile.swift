import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a store.
///
/// The file is read and replaced as a whole. It is never replaced if another program has changed it.
final class JSONStoreFile {
  /// The path as passed to the store, for messages.
  let name: String
  /// The absolute path.
  private let path: String
  private let allowsHardLinks: Bool
  /// The file as it was last read or written; `nil` if it did not exist.
  private var current: Content?

  /// The content that was read or written, kept open so that no other file can get its number.
  final class Content {
    fileprivate let descriptor: Int32
    fileprivate var stamp: FileStamp
    /// A hash of the bytes, which identifies a file after a mere change of its time.
    fileprivate var digest: Int?

    fileprivate init(owning descriptor: Int32, _ status: stat) {
      self.descriptor = descriptor
      stamp = FileStamp(status)
    }

    fileprivate static func digest(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      return hasher.finalize()
    }

    deinit { close(descriptor) }
  }

  /// The maximum number of bytes of a file.
  static let sizeLimit = 1 << 31

  /// - Parameter allowsHardLinks: True if a save may replace a file with several names.
  init(_ path: String, allowsHardLinks: Bool) {
    self.allowsHardLinks = allowsHardLinks
    name = path
    self.path = path.hasPrefix("/") ? path : Self.workingFolder.map { "\($0)/\(path)" } ?? path
  }

  /// The working folder, if its path is a valid string.
  private static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }

  // MARK: Places

  /// The path of the file itself, after all symbolic links.
  private var target: String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      guard !bytes.isEmpty, let link = String(validating: bytes, as: UTF8.self) else { break }
      path = link.hasPrefix("/") ? link : "\(FileSystem.folder(of: path))/\(link)"
    }
    return path
  }

  /// Returns the path of a hidden file next to another one, whose name begins with the other name.
  private static func path(beside target: String, _ ending: String) -> String {
    let file = target.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? ""
    return "\(FileSystem.folder(of: target))/.\(file).\(ending)"
  }

  // MARK: Reading

  /// Reads the file; `nil` if it is missing, but its folder exists.
  ///
  /// The content becomes the known state of the file with ``adopt(_:)``.
  ///
  /// - Throws: ``FileReadError``, or ``FileStoreError`` if it is not an ordinary file.
  func content() throws -> (content: Content, text: JSONText)? {
    // C functions would open the path up to the NUL.
    if path.utf8.contains(0) { throw FileReadError(path: name, reason: .missing) }
    let target = target
    sweep(target)
    // Without waiting for the other end of a pipe.
    let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0, let status = fileStatus(descriptor) else {
      let code = errno
      if code == ENOENT, fileStatus(FileSystem.folder(of: target)) != nil { return nil }
      throw FileReadError(path: name, code: code)
    }
    let content = Content(owning: descriptor, status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileReadError(path: name, reason: .folder)
    default: throw FileStoreError(path: name, reason: .notRegularFile)
    }
    let input = try FileInput(duplicating: descriptor, name: name)
    let text = try JSONText.file(input, name: name, sizeLimit: Self.sizeLimit)
    content.digest = text.withBytes(Content.digest)
    return (content, text)
  }

  /// Reads the file with the versions of its rows; `nil` if it is missing, but its folder exists.
  ///
  /// - Throws: The errors of ``content()``.
  func read(after own: UInt32) throws -> (content: Content, text: JSONText, versions: RowVersions)?
  {
    while let (content, text) = try content() {
      if let versions = try versions(of: content, after: own) { return (content, text, versions) }
    }
    return nil
  }

  /// Returns the versions of the rows that were read, or `nil` if another program has replaced the file since.
  ///
  /// If the versions are not stored, all rows get a new one.
  ///
  /// - Parameter own: The number of the last commit that the store knows.
  func versions(
    of content: Content, after own: UInt32
  ) throws(FileStoreError) -> RowVersions? {
    if let versions = notedVersions(of: content, after: own) { return versions }
    // The process that has replaced the file may be about to store them. Without permission to write, this store
    // saves nothing.
    guard let lock = try? lock() else {
      return RowVersions(after: max(own, noted.numbers.lastCommit))
    }
    if let versions = notedVersions(of: content, after: own) { return versions }
    guard fileStatus(target).map(FileStamp.init) == content.stamp else { return nil }
    // Reserved: a commit with this number would look like the present rows.
    var numbers = lock.numbers
    let versions = RowVersions(after: max(own, numbers.lastCommit))
    numbers.lastCommit = versions.last
    try lock.set(numbers)
    lock.setRest(versions.text(content.stamp))
    return versions
  }

  /// Returns the stored versions of the rows for a state of the file.
  ///
  /// - Parameter own: The number of the last commit that the store knows. If the file with the commit numbers has been
  ///   deleted and created again, this number prevents a row from getting a version that it had before.
  private func notedVersions(of content: Content, after own: UInt32) -> RowVersions? {
    let (numbers, rest) = noted
    let isKnown = numbers.lastCommit == own && content.stamp == current?.stamp
    guard numbers.lastCommit > own || isKnown else { return nil }
    return RowVersions(rest, last: numbers.lastCommit, content.stamp)
  }

  /// The content of the lock file.
  private var noted: (numbers: JSONStoreFileLock.Numbers, rest: Substring) {
    let path = Self.path(beside: target, "lock")
    let text = Self.ordinaryText(path)
    return (JSONStoreFileLock.Numbers(text ?? ""), text?.drop { $0 != "\n" }.dropFirst() ?? "")
  }

  /// Returns the text of a file; `nil` if it is not an ordinary file, or cannot be read.
  private static func ordinaryText(_ path: String) -> String? {
    // Without waiting for the other end of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    guard fileStatus(descriptor)?.isOrdinary == true,
      let input = try? FileInput(duplicating: descriptor, name: path),
      let text = try? JSONText.file(input, name: path, sizeLimit: sizeLimit)
    else { return nil }
    return text.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the identifier for a file that does not exist yet, or `nil` if the file exists.
  ///
  /// All stores that are waiting for the same file get the same identifier.
  ///
  /// - Parameter own: The identifier to use if no other store has chosen one.
  /// - Returns: The identifier.
  func newIdentifier(_ own: UUID) -> UUID? {
    // Without permission to write, this process cannot create the file.
    guard let lock = try? lock() else { return own }
    if fileStatus(target) != nil { return nil }
    if let taken = UUID(uuidString: String(noted.rest.dropLast())) { return taken }
    lock.setRest("\(own)\n")
    return own
  }

  /// Makes a content that was read the known state of the file.
  func adopt(_ content: Content?) { current = content }

  // MARK: Writing

  /// Allocates keys that no other store on the file gets.
  ///
  /// - Parameter first: The smallest allowed key.
  func reserveKeys(_ count: Int64, from first: Int64) throws -> Range<Int64> {
    let lock: JSONStoreFileLock
    do throws(FileStoreError) {
      lock = try self.lock()
    } catch {
      // Without permission to write, no process can save objects with these keys.
      guard case .system(let code, _) = error.reason, [EACCES, EPERM, EROFS].contains(code) else {
        throw error
      }
      return first..<first + count
    }
    var numbers = lock.numbers
    let key = max(first, numbers.nextKey)
    numbers.nextKey = key + count
    try lock.set(numbers)
    return key..<key + count
  }

  /// Replaces the content of the file.
  ///
  /// The method writes a new file, flushes it to the disk, and renames it. If a step fails, the old file stays or is
  /// restored. The new file keeps the permissions and the owner, and symbolic links lead to the new file.
  ///
  /// - Parameters:
  ///   - commit: The number of the commit.
  ///   - lock: The write lock. It is held until the versions of the rows are stored, because other stores must not read
  ///     the rows without their versions.
  /// - Throws: ``FileStoreError`` if a step fails, or if the file has changed since it was read.
  func replace(
    with bytes: UnsafeBufferPointer<UInt8>, commit: UInt32,
    holding lock: borrowing JSONStoreFileLock
  ) throws {
    if bytes.count > Self.sizeLimit {
      throw FileStoreError(path: name, reason: .tooLarge(limit: Self.sizeLimit))
    }
    let target = target
    try checkUnchanged(target)
    let former = current.flatMap { fileStatus($0.descriptor) }
    if let former, former.st_mode & 0o222 == 0 || access(target, W_OK) != 0 {
      throw FileStoreError(path: name, reason: .readOnly)
    }
    try checkNames(target)
    let folder = open(FileSystem.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 { throw FileStoreError(path: name, step: .write) }
    defer { close(folder) }
    var file = try NewFile(
      Self.path(beside: target, NewFile.ending()), name: name, like: current?.descriptor)
    try file.write(bytes)
    // A process that ignores the lock may have changed the file meanwhile.
    try checkUnchanged(target)
    // No number is used twice, even if the commit fails.
    var numbers = lock.numbers
    numbers.lastCommit = max(numbers.lastCommit, commit)
    try lock.set(numbers)
    let status = try file.status()
    defer {
      if file.isInPlace {
        current = Content(owning: file.release(), status)
        current?.digest = Content.digest(bytes)
      }
    }
    try file.replace(target, keeping: Self.path(beside: target, NewFile.ending()), in: folder)
  }

  /// Writes a text to a new file with the owner and the permissions of this one.
  ///
  /// - Throws: ``FileStoreError``, also if a file of that name exists.
  func copy(_ text: JSONText, to path: String) throws(FileStoreError) {
    var file = try NewFile(path + NewFile.ending(), name: path, like: current?.descriptor)
    try text.withBytes { bytes throws(FileStoreError) in try file.write(bytes) }
    try file.take(path)
  }

  /// Stores the versions of the last written rows. Without them, rows get new versions when the file is opened again.
  func note(_ versions: RowVersions, holding lock: borrowing JSONStoreFileLock) {
    if let stamp = current?.stamp { lock.setRest(versions.text(stamp)) }
  }

  /// True if the file has changed since it was last read or written, or if another file has replaced it.
  ///
  /// - Throws: ``FileReadError`` on a system error.
  var isChanged: Bool {
    get throws(FileReadError) {
      // The system follows the links.
      let status = fileStatus(path)
      if status == nil, errno != ENOENT { throw FileReadError(path: name, code: errno) }
      let stamp = status.map(FileStamp.init)
      return current?.stamp != stamp && !hasSameBytes(stamp)
    }
  }

  /// Returns whether the file still has the known bytes, although its time or the file itself differs. If so, it
  /// becomes the known file.
  ///
  /// - Parameter stamp: The present stamp of the file.
  private func hasSameBytes(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let known = current, known.stamp.hasSameSize(as: stamp),
      let (content, _) = try? content(), content.stamp == stamp, content.digest == known.digest
    else { return false }
    current = content
    return true
  }

  /// Checks that the file has no other names, which would lead to the old file after a replacement.
  private func checkNames(_ target: String) throws(FileStoreError) {
    func count() -> Int { fileStatus(target).map { Int($0.st_nlink) } ?? 1 }
    if allowsHardLinks || count() <= 1 { return }
    // A killed writer may have left one.
    removeLitter(of: target)
    let count = count()
    if count > 1 { throw FileStoreError(path: name, reason: .hardLinked(count: count)) }
  }

  /// - Throws: ``FileStoreError`` if the file has changed since it was read, or is another one.
  private func checkUnchanged(_ target: String) throws(FileStoreError) {
    let status = fileStatus(target)
    if status == nil, errno != ENOENT { throw FileStoreError(path: name, step: .write) }
    let stamp = status.map(FileStamp.init)
    if current?.stamp == stamp || hasSameBytes(stamp) { return }
    throw FileStoreError(path: name, reason: status == nil ? .removed : .changed)
  }

  /// Waits for the write lock.
  ///
  /// - Parameter patience: The number of steps of 2 ms to wait; ten seconds by default.
  func lock(patience: Int = JSONStoreFileLock.patience) throws(FileStoreError) -> JSONStoreFileLock
  {
    let target = target
    return try JSONStoreFileLock(
      Self.path(beside: target, "lock"), like: fileStatus(target), name: name, patience: patience)
  }

  /// Removes files that killed writers have left next to the file.
  private func sweep(_ target: String) {
    if litter(of: target).isEmpty { return }
    // Another process may be writing now; the next call will remove them.
    guard let lock = try? lock(patience: 0) else { return }
    removeLitter(of: target)
    _ = consume lock
  }

  /// Does the same while holding the write lock.
  private func removeLitter(of target: String) { for path in litter(of: target) { unlink(path) } }

  private func litter(of target: String) -> [String] {
    let folder = FileSystem.folder(of: target)
    let start = Self.path(beside: target, "").utf8.dropFirst(folder.utf8.count + 1)
    return FileSystem.names(in: folder).filter { name in
      name.utf8.starts(with: start) && NewFile.isEnding(name.utf8.dropFirst(start.count))
    }.map { "\(folder)/\($0)" }
  }
}
