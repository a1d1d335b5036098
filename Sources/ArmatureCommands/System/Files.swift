import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Operations on files and folders, with errors for the user.
enum Files {
  /// Returns the bytes of a file or a pipe.
  ///
  /// - Throws: ``FileReadError`` if the file cannot be read, or if it has more than `limit` bytes.
  static func read(_ path: String, limit: Int = 1 << 31) throws -> [UInt8] {
    guard path.hasForeignBytes else {
      return try JSONText.file(path, sizeLimit: limit).withBytes { Array($0) }
    }
    let descriptor = path.withSystemText { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileReadError(path: path.shown, code: errno) }
    defer { close(descriptor) }
    // The library opens files by text, so this path must be valid UTF-8.
    return try JSONText.file("/dev/fd/\(descriptor)", name: path.shown, sizeLimit: limit)
      .withBytes { Array($0) }
  }

  /// Returns the beginning of a file, at most 4096 bytes.
  static func beginning(of path: String) throws -> [UInt8] {
    let descriptor = path.withSystemText { open($0, O_RDONLY | O_CLOEXEC) }
    // Reading the file reports why it cannot be opened.
    guard descriptor >= 0 else { return try read(path) }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, systemRead(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  static func setMode(_ path: String, _ mode: mode_t) throws {
    if path.withSystemText({ chmod($0, mode) }) != 0 { throw failure("changed", path) }
  }

  static func move(_ path: String, to other: String) throws(CommandError) {
    let result = path.withSystemText { path in other.withSystemText { rename(path, $0) } }
    if result != 0 { throw failure("written", other) }
  }

  /// Creates a folder and its missing parents.
  static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(CommandError) {
    if FileStatus(path)?.kind == .folder { return }
    let parent = path.parentPath
    if parent != path, FileStatus(parent) == nil { try makeFolder(parent, mode: mode) }
    if path.withSystemText({ mkdir($0, mode) }) == 0 { return }
    let error = failure("made", path)
    // Another process may have created it first; anything but a folder is an error.
    if FileStatus(path)?.kind != .folder { throw error }
  }

  /// Returns the folders that are missing above a path, outermost first.
  static func missingFolders(above path: String) -> [String] {
    let parent = path.parentPath
    if parent == path || FileStatus(parent) != nil { return [] }
    return missingFolders(above: parent) + [parent]
  }

  /// Creates a folder with a unique name in another folder.
  static func makeFolder(ofNewNameIn folder: String) throws -> String {
    // `mkdtemp` replaces six X at the end in place, so it receives a copy, which is freed below.
    let template = folder.appendingPath("temporary-XXXXXX").withSystemText { strdup($0) }
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else { throw failure("writable", folder) }
    return String(systemText: template)
  }

  /// The names in a folder, in alphabetical order.
  static func names(in folder: String) throws -> [String] {
    guard let stream = folder.withSystemText({ opendir($0) }) else {
      throw failure("readable", folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(systemBytes: Array($0.prefix { $0 != 0 }))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file, or a folder with its contents. Does nothing if the path does not exist.
  static func remove(_ path: String) {
    var status = stat()
    guard path.withSystemText({ lstat($0, &status) }) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in (try? names(in: path)) ?? [] { remove(path.appendingPath(name)) }
      _ = removeEmpty(path)
    } else {
      _ = path.withSystemText { unlink($0) }
    }
  }

  /// Removes a folder if it is empty; returns whether it was removed.
  static func removeEmpty(_ path: String) -> Bool { path.withSystemText { rmdir($0) } == 0 }

  /// Throws an error if another program has reported that a folder had no room for its output.
  static func checkRoom(in folder: String, _ output: String) throws(CommandError) {
    for code in [ENOSPC, EDQUOT, EFBIG] where output.contains(String(cString: strerror(code))) {
      errno = code
      throw failure("writable", folder)
    }
  }

  /// Throws an error if a name is not UTF-8, because the library itself opens the file.
  static func checkName(_ path: String, of what: String) throws(CommandError) {
    if !path.hasForeignBytes { return }
    throw CommandError(
      .noInput,
      "The name of \(what) must be UTF-8, but \(path.shown) is not. Give it another one.")
  }

  /// Throws the error of reading a file if the file does not exist. Otherwise a parser could report the file as
  /// damaged.
  static func checkIsThere(_ path: String) throws(FileReadError) {
    if FileStatus(path) == nil { throw FileReadError(path: path.shown, reason: .missing) }
  }

  /// Returns the last system error as a message.
  static func failure(_ verb: String, _ path: String) -> CommandError {
    let reason = String(cString: strerror(errno))
    return CommandError(
      .inputOutput,
      "\(path.isEmpty ? "\"\"" : path.shown) must be \(verb), but the system says “\(reason)”.")
  }
}

/// The system's `read`, hidden by the method of the same name.
func systemRead(
  _ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, memory, count)
}

/// The attributes of a file, with links resolved.
struct FileStatus: Hashable {
  let size: Int
  /// The time of the last change, in nanoseconds.
  let changed: Int
  let kind: Kind
  /// Whether the file belongs to the user who runs this process.
  let isOwn: Bool

  enum Kind: Hashable { case file, folder, other }

  /// Returns `nil` if the file does not exist or is not accessible.
  init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), path.withSystemText({ stat($0, &status) }) == 0 else {
      return nil
    }
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    changed = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    isOwn = status.st_uid == geteuid()
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
  }
}

/// The final target of a chain of links, which need not exist.
struct LinkTarget {
  /// The path of the file. It is `nil` for system links to open files such as `/dev/stdout`, which cannot be replaced
  /// by name.
  let file: String?

  /// The maximum number of links that the system follows.
  private static let limit = 40

  /// - Throws: ``CommandError`` if the links form a cycle.
  init(of path: String) throws(CommandError) {
    var path = path
    for _ in 0..<Self.limit {
      guard let target = Self.link(at: path) else {
        file = path
        return
      }
      let folder = path.parentPath
      if folder.resolvedPath?.hasPrefix("/proc/") == true {
        file = nil
        return
      }
      path = target.hasPrefix("/") ? target : folder.appendingPath(target)
    }
    errno = ELOOP
    throw Files.failure("written", path)
  }

  /// Returns the target of a link; `nil` if the path is not a link.
  private static func link(at path: String) -> String? {
    if !path.isLink { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = path.withSystemText { readlink($0, &buffer, buffer.count) }
    if count <= 0 { return nil }
    return String(systemBytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
  }
}

/// A folder for intermediate files. It is removed when this object is released, or when a signal ends the process.
final class TemporaryFolder {
  let path: String
  private var isThere = true

  /// Creates a folder with a unique name in another folder.
  init(in folder: String) throws {
    Interruption.willBegin()
    do {
      path = try Files.makeFolder(ofNewNameIn: folder)
    } catch {
      Interruption.didEnd()
      throw error
    }
  }

  deinit { remove() }

  /// Removes the folder early, because exiting the process does not deinitialize values.
  func remove() {
    guard isThere else { return }
    isThere = false
    // The folder may have been moved already.
    Files.remove(path)
    Interruption.didEnd()
  }
}
