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

/// The file of a store, which is read and replaced as a whole, and never once others have changed it.
final class StoreFile {
  /// The path as it was given, for messages.
  let name: String
  /// The path from the root.
  private let path: String
  private let allowsHardLinks: Bool
  /// The file as it was last read or written; `nil` if there was none.
  private var current: Content?

  /// What was read or written, open so that no other file can get its number.
  final class Content {
    fileprivate let descriptor: Int32
    fileprivate var stamp: FileStamp
    /// A number made of the bytes, by which a file is known again that got another time alone.
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

  /// How many bytes a file may have.
  static let sizeLimit = 1 << 31

  /// - Parameter allowsHardLinks: Whether a save may take one of several names away from a file.
  init(_ path: String, allowsHardLinks: Bool) {
    self.allowsHardLinks = allowsHardLinks
    name = path
    self.path = path.hasPrefix("/") ? path : Self.workingFolder.map { "\($0)/\(path)" } ?? path
  }

  /// The working folder, if its path is a text.
  private static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }

  // MARK: Places

  /// The path of the file itself, behind all links that lead to it.
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

  /// The path of a hidden file beside another one, whose name begins with its name.
  private static func path(beside target: String, _ ending: String) -> String {
    let file = target.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? ""
    return "\(FileSystem.folder(of: target))/.\(file).\(ending)"
  }

  // MARK: Reading

  /// Reads the file; `nil` if there is none, but a folder for it.
  ///
  /// What is read counts as the state of the file once it is taken over with ``adopt(_:)``.
  ///
  /// - Throws: ``FileReadError``, or ``FileStoreError`` for what is no ordinary file.
  func content() throws -> (content: Content, text: JSONText)? {
    // C would open what the path has before a NUL.
    if path.utf8.contains(0) { throw FileReadError(path: name, reason: .missing) }
    let target = target
    sweep(target)
    // Without waiting for somebody at the other end of a pipe.
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
    default: throw FileStoreError(path: name, reason: .notOrdinary)
    }
    let input = try FileInput(duplicating: descriptor, name: name)
    let text = try JSONText.file(input, name: name, sizeLimit: Self.sizeLimit)
    content.digest = text.withBytes(Content.digest)
    return (content, text)
  }

  /// Reads the file with the versions of its rows; `nil` if there is none, but a folder for it.
  ///
  /// - Throws: As ``content()`` does.
  func read(after own: UInt32) throws -> (content: Content, text: JSONText, versions: RowVersions)?
  {
    while let (content, text) = try content() {
      if let versions = try versions(of: content, after: own) { return (content, text, versions) }
    }
    return nil
  }

  /// The versions of the rows that were read; `nil` if others have replaced the file since.
  ///
  /// Where nobody has noted them, all rows get one that none has had.
  ///
  /// - Parameter own: The number of the last commit that the store knows of.
  func versions(
    of content: Content, after own: UInt32
  ) throws(FileStoreError) -> RowVersions? {
    if let versions = notedVersions(of: content, after: own) { return versions }
    // Who has replaced the file may be about to note them. Where nothing can be written, this store saves nothing.
    guard let lock = try? lock() else {
      return RowVersions(after: max(own, noted.numbers.lastCommit))
    }
    if let versions = notedVersions(of: content, after: own) { return versions }
    guard fileStatus(target).map(FileStamp.init) == content.stamp else { return nil }
    // Set aside: a commit with this number would look like what was read here.
    var numbers = lock.numbers
    let versions = RowVersions(after: max(own, numbers.lastCommit))
    numbers.lastCommit = versions.last
    try lock.set(numbers)
    lock.setRest(versions.text(content.stamp))
    return versions
  }

  /// The versions that were noted of the rows in a state of the file.
  ///
  /// - Parameter own: As for ``versions(of:after:)``. The file that has the numbers may have been removed and made anew
  ///   since: then no row may have a version that it once had.
  private func notedVersions(of content: Content, after own: UInt32) -> RowVersions? {
    let (numbers, rest) = noted
    let isKnown = numbers.lastCommit == own && content.stamp == current?.stamp
    guard numbers.lastCommit > own || isKnown else { return nil }
    return RowVersions(rest, last: numbers.lastCommit, content.stamp)
  }

  /// What stands in the file by which writers take turns.
  private var noted: (numbers: StoreFileLock.Numbers, rest: Substring) {
    let path = Self.path(beside: target, "lock")
    let text = Self.ordinaryText(path)
    return (StoreFileLock.Numbers(text ?? ""), text?.drop { $0 != "\n" }.dropFirst() ?? "")
  }

  /// The text of a file; `nil` for what is none, or cannot be read.
  private static func ordinaryText(_ path: String) -> String? {
    // Without waiting for somebody at the other end of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    guard fileStatus(descriptor)?.isOrdinary == true,
      let input = try? FileInput(duplicating: descriptor, name: path),
      let text = try? JSONText.file(input, name: path, sizeLimit: sizeLimit)
    else { return nil }
    return text.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// What tells the store of a file that is yet to be made from others: the same for all who wait for it.
  ///
  /// - Parameter own: What is taken if nobody has taken anything.
  /// - Returns: `nil` if the file is there by now.
  func newIdentifier(_ own: UUID) -> UUID? {
    // Who cannot write here cannot make the file.
    guard let lock = try? lock() else { return own }
    if fileStatus(target) != nil { return nil }
    if let taken = UUID(uuidString: String(noted.rest.dropLast())) { return taken }
    lock.setRest("\(own)\n")
    return own
  }

  /// Takes what was read for the state of the file.
  func adopt(_ content: Content?) { current = content }

  // MARK: Writing

  /// Gives out keys that no other store on the file gets.
  ///
  /// - Parameter first: A key that none may be below.
  func reserveKeys(_ count: Int64, from first: Int64) throws -> Range<Int64> {
    let lock: StoreFileLock
    do throws(FileStoreError) {
      lock = try self.lock()
    } catch {
      // Where nothing can be written, nobody else gets keys that are saved.
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

  /// Puts bytes in the place of what is in the file.
  ///
  /// They are written beside it, synced and renamed; the permissions, the owner and links to the file stay.
  /// If anything fails, the file is what it was, unless even that cannot be brought about.
  ///
  /// - Parameters:
  ///   - commit: The number of the commit.
  ///   - lock: The right to write, which is held until the versions are noted: nobody reads rows without them.
  /// - Throws: ``FileStoreError``, also if the file is not what it was when it was read.
  func replace(
    with bytes: UnsafeBufferPointer<UInt8>, commit: UInt32, holding lock: borrowing StoreFileLock
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
    // Whoever takes no part in the lock may have changed the file in the meantime.
    try checkUnchanged(target)
    // No number comes again, whatever becomes of the commit.
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

  /// Writes a text to a new file, with the owner and the permissions of this one.
  ///
  /// - Throws: ``FileStoreError``, also if there is a file of that name.
  func copy(_ text: JSONText, to path: String) throws(FileStoreError) {
    var file = try NewFile(path + NewFile.ending(), name: path, like: current?.descriptor)
    try text.withBytes { bytes throws(FileStoreError) in try file.write(bytes) }
    try file.take(path)
  }

  /// Notes the versions of the rows that were written last; without them rows get new ones when the file is
  /// opened again.
  func note(_ versions: RowVersions, holding lock: borrowing StoreFileLock) {
    if let stamp = current?.stamp { lock.setRest(versions.text(stamp)) }
  }

  /// Whether the file is not the one that was read or written last, or not as it was.
  ///
  /// - Throws: ``FileReadError`` if the system cannot tell.
  var isChanged: Bool {
    get throws(FileReadError) {
      // Following the links is left to the system.
      let status = fileStatus(path)
      if status == nil, errno != ENOENT { throw FileReadError(path: name, code: errno) }
      let stamp = status.map(FileStamp.init)
      return current?.stamp != stamp && !hasSameBytes(stamp)
    }
  }

  /// Whether the file has the bytes that were read or written last, though it has another time, or is another one; it is
  /// taken for the one that was read then.
  ///
  /// - Parameter stamp: That of the file now.
  private func hasSameBytes(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let known = current, known.stamp.hasSameSize(as: stamp),
      let (content, _) = try? content(), content.stamp == stamp, content.digest == known.digest
    else { return false }
    current = content
    return true
  }

  /// Refuses to replace a file that has other names, which would lead to the old one from then on.
  private func checkNames(_ target: String) throws(FileStoreError) {
    func count() -> Int { fileStatus(target).map { Int($0.st_nlink) } ?? 1 }
    if allowsHardLinks || count() <= 1 { return }
    // A writer that was killed may have left one.
    removeLitter(of: target)
    let count = count()
    if count > 1 { throw FileStoreError(path: name, reason: .hardLinked(count: count)) }
  }

  /// - Throws: ``FileStoreError`` if the file is not the one that was read, or not as it was.
  private func checkUnchanged(_ target: String) throws(FileStoreError) {
    let status = fileStatus(target)
    if status == nil, errno != ENOENT { throw FileStoreError(path: name, step: .write) }
    let stamp = status.map(FileStamp.init)
    if current?.stamp == stamp || hasSameBytes(stamp) { return }
    throw FileStoreError(path: name, reason: status == nil ? .removed : .changed)
  }

  /// Waits for the right to write.
  ///
  /// - Parameter patience: How many steps of 2 ms to wait; ten seconds unless it is given.
  func lock(patience: Int = StoreFileLock.patience) throws(FileStoreError) -> StoreFileLock {
    let target = target
    return try StoreFileLock(
      Self.path(beside: target, "lock"), like: fileStatus(target), name: name, patience: patience)
  }

  /// Removes what writers have left beside the file that were killed.
  private func sweep(_ target: String) {
    if litter(of: target).isEmpty { return }
    // Somebody may be writing right now; the next one will sweep.
    guard let lock = try? lock(patience: 0) else { return }
    removeLitter(of: target)
    _ = consume lock
  }

  /// The same for whoever has the right to write.
  private func removeLitter(of target: String) { for path in litter(of: target) { unlink(path) } }

  private func litter(of target: String) -> [String] {
    let folder = FileSystem.folder(of: target)
    let start = Self.path(beside: target, "").utf8.dropFirst(folder.utf8.count + 1)
    return FileSystem.names(in: folder).filter { name in
      name.utf8.starts(with: start) && NewFile.isEnding(name.utf8.dropFirst(start.count))
    }.map { "\(folder)/\($0)" }
  }
}
