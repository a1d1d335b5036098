#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
