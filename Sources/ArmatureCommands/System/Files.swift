import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files and folders; what fails says so in a sentence.
enum Files {
  /// The bytes of a file or a pipe.
  ///
  /// - Throws: ``FileReadError``, also for more than `limit` bytes.
  static func read(_ path: String, limit: Int = 1 << 31) throws -> [UInt8] {
    guard path.hasForeignBytes else {
      return try JSONText.file(path, sizeLimit: limit).withBytes { Array($0) }
    }
    let descriptor = path.withSystemText { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileReadError(path: path.shown, code: errno) }
    defer { close(descriptor) }
    // By a name that the library can open: its paths are texts.
    return try JSONText.file("/dev/fd/\(descriptor)", name: path.shown, sizeLimit: limit)
      .withBytes { Array($0) }
  }

  /// The first bytes of a file, 4096 at most.
  static func beginning(of path: String) throws -> [UInt8] {
    let descriptor = path.withSystemText { open($0, O_RDONLY | O_CLOEXEC) }
    // Reading the file says why it cannot be opened.
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

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(CommandError) {
    if FileStatus(path)?.kind == .folder { return }
    let parent = path.parentPath
    if parent != path, FileStatus(parent) == nil { try makeFolder(parent, mode: mode) }
    if path.withSystemText({ mkdir($0, mode) }) == 0 { return }
    let error = failure("made", path)
    // Another process may have been faster; what is no folder stands in the way.
    if FileStatus(path)?.kind != .folder { throw error }
  }

  /// The folders that have to be made before a file can have a path, the outermost first.
  static func missingFolders(above path: String) -> [String] {
    let parent = path.parentPath
    if parent == path || FileStatus(parent) != nil { return [] }
    return missingFolders(above: parent) + [parent]
  }

  /// Makes a folder of a new name in another one.
  static func makeFolder(ofNewNameIn folder: String) throws -> String {
    // `mkdtemp` demands six X at the end, and puts letters in their place that make the name a new one: so it
    // gets a copy to write to.
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

  /// Removes a file, or a folder with all that is in it; nothing happens where there is none.
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

  /// Removes a folder if nothing is in it, and tells whether it is gone.
  static func removeEmpty(_ path: String) -> Bool { path.withSystemText { rmdir($0) } == 0 }

  /// Fails if another program, which wrote to a folder, says that it had no room for that.
  static func checkRoom(in folder: String, _ output: String) throws(CommandError) {
    for code in [ENOSPC, EDQUOT, EFBIG] where output.contains(String(cString: strerror(code))) {
      errno = code
      throw failure("writable", folder)
    }
  }

  /// Fails for a name that is no text: the library opens what it is given itself.
  static func checkName(_ path: String, of what: String) throws(CommandError) {
    if !path.hasForeignBytes { return }
    throw CommandError(
      .noInput,
      "The name of \(what) must be UTF-8, but \(path.shown) is not. Give it another one.")
  }

  /// Fails for a path that nothing has, as reading it does: what reads a file may say that it is damaged.
  static func checkIsThere(_ path: String) throws(FileReadError) {
    if FileStatus(path) == nil { throw FileReadError(path: path.shown, reason: .missing) }
  }

  /// The system's last error as a sentence.
  static func failure(_ verb: String, _ path: String) -> CommandError {
    let reason = String(cString: strerror(errno))
    return CommandError(
      .inputOutput,
      "\(path.isEmpty ? "\"\"" : path.shown) must be \(verb), but the system says “\(reason)”.")
  }
}

/// The system's `read`, which the method of the same name hides.
func systemRead(
  _ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, memory, count)
}
