#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
