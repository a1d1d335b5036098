import Armature
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder next to a database that contains data too large for rows, in one file for each value.
///
/// A file is written once, by the holder of the database's write lock, before the transaction that refers to it is
/// committed. It is removed when no row refers to it, and no reader sees an older state with such a row. Readers share
/// a system lock on the folder, and files are removed while a process holds this lock exclusively. If a process ends in
/// between, the first writer of another process removes the leftover files.
///
/// `@unchecked Sendable`: the lock guards the state that readers change; only the writer uses the rest.
final class SQLiteDataFolder: SQLExternalData, @unchecked Sendable {
  let path: String
  /// The path of the database. The files get its owner and permissions.
  private let database: String
  private let inlineLimit: Int
  private let descriptor: Int32
  private let lock = Lock()
  private var readerCount = 0
  /// Files that no row refers to, although readers may still see rows that did.
  private var unused: [UUID] = []
  /// Whether the leftover files of other processes have been found.
  private var isSwept = false
  /// The files written by the current transaction and the files its rows no longer refer to.
  private var written: [UUID] = []
  private var dropped: [UUID] = []

  /// The maximum size of data in a row: 100 KiB. Smaller data are read faster from a database than from a file system.
  static let inlineLimit = 102_400

  /// Opens the folder of a database and creates it if it is missing.
  init(of database: String, inlineLimit: Int) throws {
    (self.database, self.inlineLimit) = (database, inlineLimit)
    path = Self.path(of: database)
    let isNew = mkdir(path, 0o700) == 0
    if !isNew, errno != EEXIST {
      throw SQLiteStoreError.system(path: path, code: errno, step: "made")
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw SQLiteStoreError.system(path: path, code: errno, step: "opened") }
    if isNew {
      Self.giveOwner(of: database, to: descriptor, isFolder: true)
      FileSystem.syncFolder(at: "\(path)/..")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the path of a database's folder.
  static func path(of database: String) -> String { "\(database)-data" }

  /// Removes the folder of a removed database, with its files.
  static func remove(of database: String) {
    let path = path(of: database)
    for name in FileSystem.names(in: path) where UUID(uuidString: name) != nil {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }

  /// Gives an open file the owner and the permissions of the database, as far as the process may do this.
  private static func giveOwner(of database: String, to descriptor: Int32, isFolder: Bool) {
    var status = stat()
    guard stat(database, &status) == 0 else { return }
    _ = FileSystem.setOwner(of: descriptor, user: status.st_uid, group: status.st_gid)
    let mode = status.st_mode & 0o666
    // Anyone who can read the database can also look up files in the folder.
    fchmod(descriptor, isFolder ? mode | (mode & 0o444) >> 2 : mode)
  }

  // MARK: Data

  func data(of reference: String) throws -> Data {
    guard let known = SQLiteDataReference(reference) else {
      throw SQLExternalDataError(
        path: path, reason: "its row has \"\(reference)\", which is not a file name with a size"
      )
    }
    func dataError(_ reason: String? = nil) -> SQLExternalDataError {
      let system =
        errno == ENOENT ? "the file does not exist" : "the system says “\(Self.words(errno))”"
      return SQLExternalDataError(path: "\(path)/\(known.fileName)", reason: reason ?? system)
    }
    // Opening a special file must not block.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = openat(descriptor, known.fileName, flags)
    if file < 0 { throw dataError() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw dataError() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw dataError("it is not an ordinary file") }
    guard Int64(status.st_size) == Int64(known.count) else {
      throw dataError("the file has \(status.st_size) bytes in place of \(known.count)")
    }
    var data = Data(count: known.count)
    let count = data.withUnsafeMutableBytes { FileSystem.read($0, from: file) }
    if count < 0 { throw dataError() }
    guard count == known.count else {
      throw dataError("the file has \(count) bytes in place of \(known.count)")
    }
    return data
  }

  func keep(_ data: Data) throws -> String? {
    if data.count <= inlineLimit { return nil }
    let reference = SQLiteDataReference(UUID(), count: data.count)
    func check(_ holds: Bool, _ step: String) throws {
      if holds { return }
      throw SQLiteStoreError.system(
        path: "\(path)/\(reference.fileName)", code: errno, step: step)
    }
    errno = EFBIG
    try check(data.count < SQLiteDataReference.limit, "written")
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, reference.fileName, flags, 0o600)
    try check(file >= 0, "made")
    written.append(reference.id)
    defer { close(file) }
    try check(data.withUnsafeBytes { FileSystem.write($0, to: file) }, "written")
    Self.giveOwner(of: database, to: file, isFolder: false)
    try check(FileSystem.sync(file), "synced")
    return reference.text
  }

  func drop(_ reference: String) {
    if let known = SQLiteDataReference(reference) { dropped.append(known.id) }
  }

  /// Copies files to the folder of a copy of the database.
  func copy(_ files: Set<UUID>, to other: SQLiteDataFolder) throws {
    for id in files {
      func check(_ holds: Bool, _ step: String, in folder: String) throws {
        if holds { return }
        throw SQLiteStoreError.system(
          path: "\(folder)/\(id.uuidString)", code: errno, step: step)
      }
      // Opening a special file must not block.
      let source = openat(
        descriptor, id.uuidString, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      try check(source >= 0, "read", in: path)
      defer { close(source) }
      var status = stat()
      try check(fstat(source, &status) == 0, "read", in: path)
      errno = EINVAL
      try check(status.st_mode & S_IFMT == S_IFREG, "an ordinary file", in: path)
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
      let target = openat(other.descriptor, id.uuidString, flags, 0o600)
      try check(target >= 0, "made", in: other.path)
      defer { close(target) }
      Self.giveOwner(of: database, to: target, isFolder: false)
      var part = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = part.withUnsafeMutableBytes { FileSystem.read($0, from: source) }
        try check(count >= 0, "read", in: path)
        if count == 0 { break }
        try check(
          part.withUnsafeBytes { FileSystem.write(.init(rebasing: $0[..<count]), to: target) },
          "written", in: other.path)
      }
      try check(FileSystem.sync(target), "synced", in: other.path)
    }
    try other.syncNames()
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

  // MARK: Transactions

  /// Syncs the names of the written files to disk before the transaction is committed.
  func sync() throws {
    if !written.isEmpty { try syncNames() }
  }

  private func syncNames() throws {
    if FileSystem.syncFolder(descriptor) { return }
    throw SQLiteStoreError.system(path: path, code: errno, step: "synced")
  }

  /// Keeps files that other rows still refer to: programs that copy rows make several rows refer to one file.
  ///
  /// - Parameter isUsed: Returns whether a row of the current transaction refers to a file.
  func keepShared(_ isUsed: (UUID) throws -> Bool) throws {
    dropped = try dropped.filter { try !isUsed($0) }
  }

  /// Records that the transaction was committed.
  func commit() {
    lock.lock()
    defer { lock.unlock() }
    unused += dropped
    (written, dropped) = ([], [])
    removeUnused()
  }

  /// Records that the transaction was not committed.
  ///
  /// - Parameter isCertain: Whether the transaction is certain to have failed; otherwise its files stay for the next
  ///   sweep.
  func rollBack(isCertain: Bool) {
    if isCertain { for id in written { remove(id) } }
    (written, dropped) = ([], [])
  }

  private func remove(_ id: UUID) { unlinkat(descriptor, id.uuidString, 0) }

  /// Finds leftover files of other processes, once. Only the writer calls this, so no other process is writing files,
  /// and a file that no row refers to now is never referred to again.
  ///
  /// - Parameter inUse: Returns the files that rows refer to. It is called again without indexes if a file is not found
  ///   with them.
  func sweep(_ inUse: (_ withIndexes: Bool) throws -> Set<UUID>) throws {
    if isSwept { return }
    var left = Set(FileSystem.names(in: path).compactMap(SQLiteDataReference.id(ofFile:)))
    for withIndexes in [true, false] where !left.isEmpty {
      left.subtract(try inUse(withIndexes))
    }
    isSwept = true
    lock.lock()
    defer { lock.unlock() }
    unused += left
    removeUnused()
  }

  // MARK: Readers

  func beginReading() {
    lock.lock()
    defer { lock.unlock() }
    readerCount += 1
    if readerCount > 1 { return }
    // A process with the exclusive lock removes files that no new reader needs, which takes moments. If it is suspended
    // meanwhile, readers continue without the lock. On a file system without such locks, no process gets it
    // exclusively.
    var patience = 1000
    while flock(descriptor, LOCK_SH | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno),
      patience > 0
    {
      patience -= 1
      usleep(1000)
    }
  }

  func endReading() {
    lock.lock()
    defer { lock.unlock() }
    readerCount -= 1
    if readerCount > 0 { return }
    _ = flock(descriptor, LOCK_UN)
    removeUnused()
  }

  /// Removes unused files unless a reader is active.
  private func removeUnused() {
    if unused.isEmpty || readerCount > 0 { return }
    // Unlock before closing: closing alone does not release the lock while a starting child process has a copy of the
    // descriptor.
    let alone = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if alone < 0 { return }
    defer {
      _ = flock(alone, LOCK_UN)
      close(alone)
    }
    guard flock(alone, LOCK_EX | LOCK_NB) == 0 else { return }
    for id in unused { remove(id) }
    unused = []
  }
}

/// A token that keeps the files of a folder while it exists, for a reader of a state with rows that may refer to them.
final class SQLiteDataReading {
  private let folder: SQLiteDataFolder

  init(_ folder: SQLiteDataFolder) {
    self.folder = folder
    folder.beginReading()
  }

  deinit { folder.endReading() }
}
