import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Files {
  /// Writes a file of which nobody ever sees half: under another name beside it first.
  ///
  /// A file that is there keeps its permissions and, where the system lets it, its owner. Of a link the file is
  /// written that it leads to. Into a device or a pipe the bytes go as they are.
  ///
  /// - Parameter mode: The permissions; unless given those of the file that is there, or 0o644.
  static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: mode_t? = nil
  ) throws {
    let (bytes, place) = (Array(bytes), try place(of: path))
    guard let target = place.target else { return try append(bytes, to: path) }
    try replace(target, by: bytes, place.former, mode)
  }

  /// Fails where a file cannot be written, as far as can be told without writing it.
  static func checkWriting(to path: String) throws {
    let place = try place(of: path)
    guard let target = place.target else { return }
    let folder = target.parentPath
    if folder.withSystemText({ access($0, W_OK | X_OK) }) != 0 {
      throw refusal(of: target, place.former)
    }
  }

  /// Whether there is a file that cannot be changed, or beside which nothing can be made.
  static func isReadOnly(_ path: String) -> Bool {
    guard let path = path.resolvedPath else { return false }
    return path.withSystemText { access($0, W_OK) } != 0
      || path.parentPath.withSystemText { access($0, W_OK | X_OK) } != 0
  }

  /// The file that what is written to a path replaces or makes, and what is there; no file for what cannot be replaced.
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
    // A name can be given to another file wherever the folder may be written to.
    if former != nil, let target, target.withSystemText({ access($0, W_OK) }) != 0 {
      throw failure("written", path)
    }
    return (target, former)
  }

  /// The system's last error about a file that nothing can take the place of: it may be one to write to all the same.
  private static func refusal(of target: String, _ former: stat?) -> CommandError {
    former == nil ? failure("written", target) : failure("writable", target.parentPath)
  }

  static func write(_ text: String, to path: String) throws { try write(text.utf8, to: path) }

  /// Copies a file; its permissions are not copied.
  static func copy(_ path: String, to other: String, mode: mode_t? = nil) throws {
    try write(try read(path), to: other, mode: mode)
  }

  /// Writes to what cannot be replaced: a device, a pipe, or what this process was given open.
  private static func append(_ bytes: [UInt8], to path: String) throws {
    let descriptor = path.withSystemText { open($0, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure("written", path) }
    defer { close(descriptor) }
    if !bytes.withUnsafeBytes({ FileSystem.write($0, to: descriptor) }) {
      throw failure("written", path)
    }
  }

  /// Puts a new file into the place of another one, or of none.
  private static func replace(
    _ target: String, by bytes: [UInt8], _ former: stat?, _ mode: mode_t?
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
    let isWritten = bytes.withUnsafeBytes { FileSystem.write($0, to: descriptor) }
    var error = isWritten ? nil : failure("written", target)
    if isWritten, mode == nil, let former { become(former, descriptor) }
    if close(descriptor) != 0 { error = error ?? failure("written", target) }
    do {
      if let error { throw error }
      try move(temporary, to: target)
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// Gives an open file the permissions of another one, and its owner as far as the system allows it.
  private static func become(_ former: stat, _ descriptor: Int32) {
    var mode = former.st_mode & 0o7777
    if !FileSystem.setOwner(of: descriptor, user: former.st_uid, group: former.st_gid) {
      // What ran or was read by the rights of another owner does not so for this one.
      mode &= 0o777
      if fchown(descriptor, uid_t.max, former.st_gid) != 0 { mode &= ~0o070 | (mode & 0o007) << 3 }
    }
    fchmod(descriptor, mode)
  }
}
