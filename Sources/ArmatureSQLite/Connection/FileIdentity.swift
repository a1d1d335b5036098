#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature

/// The identity of the file at a path.
///
/// The file is only looked up and never opened: closing it would release all locks that the process has on it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Returns `nil` if the file does not exist.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (
      // Signed on Apple systems, where negative numbers occur.
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)
    )
  }

  /// Returns the number of names (hard links) of a file; 0 if it does not exist.
  static func nameCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_nlink) : 0
  }

  /// Returns whether files can be created next to a file.
  static func isFolderWritable(of path: String) -> Bool {
    access(FileSystem.folder(of: path), W_OK) == 0
  }

  /// Returns the size of a file in bytes; 0 if it does not exist.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Returns the path of the file itself, with all symbolic links resolved.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The current working directory.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    let folder = String(cString: path)
    return folder == "/" ? "" : folder
  }
}
