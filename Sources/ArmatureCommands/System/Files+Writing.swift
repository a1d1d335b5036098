import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Files {
  /// Writes a file atomically. The file is first written under another name in the same folder.
  ///
  /// An existing file keeps its permissions and, if the system allows it, its owner. If the path is a link, the file to
  /// which it leads is written. Devices and pipes are written directly.
  ///
  /// - Parameter mode: The permissions. By default, these are the permissions of the existing file, or 0o644 for a new
  ///   file.
  static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: mode_t? = nil
  ) throws {
    let bytes = Array(bytes)
    try write(to: path, mode: mode) { write in try bytes.withUnsafeBytes(write) }
  }

  /// Writes a file in the same way. A closure passes the bytes on in parts.
  static func write(
    to path: String, mode: mode_t? = nil,
    _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let place = try place(of: path)
    guard let target = place.target else { return try append(to: path, body) }
    try replace(target, place.former, mode, body)
  }

  /// Throws an error if a file cannot be written, as far as this is known without writing the file.
  static func checkWriting(to path: String) throws {
    let place = try place(of: path)
    guard let target = place.target else { return }
    let folder = target.parentPath
    if folder.withSystemText({ access($0, W_OK | X_OK) }) != 0 {
      throw refusal(of: target, place.former)
    }
  }

  /// Whether a file exists that cannot be changed. This is also true if no file can be created in its folder.
  static func isReadOnly(_ path: String) -> Bool {
    guard let path = path.resolvedPath else { return false }
    return path.withSystemText { access($0, W_OK) } != 0
      || path.parentPath.withSystemText { access($0, W_OK | X_OK) } != 0
  }

  /// Returns the file that writing to a path would create or replace, with its current status. The file is `nil` if it
  /// cannot be replaced.
  private static func place(of path: String) throws -> (target: String?, former: stat?) {
    var former: stat?
    var status = stat()
    if path.withSystemText({ stat($0, &status) }) == 0 {
      former = status
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR:
        errno = EISDIR
        throw failure("written", path)
      default: return (nil, former)
      }
    }
    let target = try LinkTarget(of: path).file
    // Renaming only needs a writable folder, so the permissions of the file itself are checked as well.
    if former != nil, let target, target.withSystemText({ access($0, W_OK) }) != 0 {
      throw failure("written", path)
    }
    return (target, former)
  }

  /// Returns the last system error about a file that cannot be replaced. It may still be possible to write to the file
  /// itself.
  private static func refusal(of target: String, _ former: stat?) -> CommandError {
    former == nil ? failure("written", target) : failure("writable", target.parentPath)
  }

  static func write(_ text: String, to path: String) throws { try write(text.utf8, to: path) }

  /// Copies a file without its permissions.
  static func copy(_ path: String, to other: String, mode: mode_t? = nil) throws {
    try write(to: other, mode: mode) { write in try forEachPortion(of: path, write) }
  }

  /// Passes on the bytes of a file, a portion at a time.
  static func forEachPortion(
    of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let descriptor = path.withSystemText { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileReadError(path: path.shown, code: errno) }
    defer { close(descriptor) }
    let portion = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { portion.deallocate() }
    while true {
      let count = systemRead(descriptor, portion.baseAddress, portion.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileReadError(path: path.shown, code: errno) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: portion[..<count]))
    }
  }

  /// Writes to something that cannot be replaced, such as a device, a pipe, or an open descriptor of this process.
  private static func append(
    to path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let descriptor = path.withSystemText { open($0, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure("written", path) }
    defer { close(descriptor) }
    try body { bytes in
      if !FileSystem.write(bytes, to: descriptor) { throw failure("written", path) }
    }
  }

  /// Creates or replaces a file atomically.
  private static func replace(
    _ target: String, _ former: stat?, _ mode: mode_t?,
    _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let folder = target.parentPath
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let temporary = folder.appendingPath(".armature-\(digits)")
    Interruption.willBegin()
    defer { Interruption.didEnd() }
    let descriptor = temporary.withSystemText {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o644)
    }
    guard descriptor >= 0 else { throw refusal(of: target, former) }
    var error: (any Error)?
    do {
      try body { bytes in
        if !FileSystem.write(bytes, to: descriptor) { throw failure("written", target) }
      }
      if mode == nil, let former { become(former, descriptor) }
    } catch let reason {
      error = reason
    }
    if close(descriptor) != 0 { error = error ?? failure("written", target) }
    do {
      if let error { throw error }
      try move(temporary, to: target)
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// Gives an open file the permissions of another file, and its owner if the system allows it.
  private static func become(_ former: stat, _ descriptor: Int32) {
    var mode = former.st_mode & 0o7777
    if !FileSystem.setOwner(of: descriptor, user: former.st_uid, group: former.st_gid) {
      // Permissions that depend on another owner or group must not apply to this one.
      mode &= 0o777
      if fchown(descriptor, uid_t.max, former.st_gid) != 0 { mode &= ~0o070 | (mode & 0o007) << 3 }
    }
    fchmod(descriptor, mode)
  }
}
