#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the links at a path lead in the end, to a file that may not be there yet.
struct LinkTarget {
  /// The path of the file; `nil` for a link of the system to what a process has open, such as `/dev/stdout`, whose
  /// file has no name to be replaced by.
  let file: String?

  /// The most links that the system follows.
  private static let limit = 40

  /// - Throws: ``CommandError`` for links that lead in a circle.
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

  /// What a link has in it; `nil` for what is none.
  private static func link(at path: String) -> String? {
    if !path.isLink { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = path.withSystemText { readlink($0, &buffer, buffer.count) }
    if count <= 0 { return nil }
    return String(systemBytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
  }
}
