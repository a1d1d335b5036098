#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature

/// A folder for the files of one test. It is removed with the value, or after a crash by the next process.
///
/// A process holds a system lock on each of its folders, which ends with the process. A folder without a lock is a
/// leftover.
final class TestFolder: Sendable {
  let path: String
  private let descriptor: Int32

  private static let beginning = "armature-test-"

  /// The folder for temporary files.
  private static let parent: String = {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = named.isEmpty ? "/tmp" : named
    removeLeftovers(in: parent)
    return parent
  }()

  /// An error of the system for a folder.
  struct NotMade: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      "The folder \(path) must be made for a test, but the system says “\(String(cString: strerror(code)))”. Check "
        + "the disk, and the permissions of the folder for temporary files, or name another one in TMPDIR."
    }
  }

  init() throws {
    // Another process could take a folder that has its final name and no lock yet for a leftover.
    var template = Array("\(Self.parent)/.armature-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw NotMade(path: Self.parent, code: errno)
    }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(Self.parent)/\(Self.beginning)\(made.suffix(6))"
    descriptor = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, rename(made, path) == 0 else {
      let error = NotMade(path: path, code: errno)
      rmdir(made)
      throw error
    }
  }

  deinit {
    Self.remove(path)
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes a folder with everything in it.
  private static func remove(_ path: String) {
    for name in FileSystem.names(in: path) where name != "." && name != ".." {
      if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
    rmdir(path)
  }

  /// Removes the folders of processes that have ended without doing so.
  static func removeLeftovers(in parent: String) {
    for name in FileSystem.names(in: parent) where name.hasPrefix(beginning) {
      let path = "\(parent)/\(name)"
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0 { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(descriptor)
    }
  }
}
