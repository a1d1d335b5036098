#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature

/// The identity of the file that a path leads to.
///
/// The file is only looked up and never opened: closing it would release all locks that the process has on it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Fails where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (
      // Signed on Apple systems, where numbers below zero occur.
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)
    )
  }

  /// How many names the file has that a path leads to; 0 where there is none.
  static func nameCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_nlink) : 0
  }

  /// Whether files can be made beside the one that a path leads to.
  static func isFolderWritable(of path: String) -> Bool {
    access(FileSystem.folder(of: path), W_OK) == 0
  }

  /// How many bytes the file has that a path leads to; 0 where there is none.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The path of the file itself, with all links resolved.
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
