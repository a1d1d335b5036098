#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path leads to.
///
/// Only asked, and never opened: closing a file lets go of all locks that the process has on it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Fails where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// The path of the file that a path leads to, over all links.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that paths start from.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    let folder = String(cString: path)
    return folder == "/" ? "" : folder
  }
}
