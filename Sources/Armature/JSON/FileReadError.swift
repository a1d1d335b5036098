#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file cannot be read.
///
/// ```swift
/// do {
///   try context.load(.file("no-such-file.json"))
/// } catch let error as FileReadError {
///   print(error.path, error.reason)  // no-such-file.json missing
/// }
/// ```
public struct FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public let path: String
  /// What keeps it from being read.
  public let reason: Reason

  /// What keeps a file from being read.
  public enum Reason: Hashable, Sendable {
    /// No file has the path.
    case missing
    /// The path is that of a folder.
    case folder
    /// The permissions forbid it.
    case forbidden
    /// A line, counted from 1, has more bytes than allowed.
    case lineTooLong(line: Int, limit: Int)
    /// The file has more bytes than allowed, or no end.
    case tooLarge(limit: Int)
    /// Another error of the system, by its number.
    case system(Int32)
  }

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Makes an error of the number that the system left in `errno`.
  package init(path: String, code: Int32) {
    self.path = path
    reason =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .folder
      case EACCES, EPERM: .forbidden
      default: .system(code)
      }
  }

  /// What must be, and what is instead.
  public var description: String {
    let path = path.isEmpty ? "\"\"" : path
    return switch reason {
    case .missing: "\(path) must be a file, but no file has this path."
    case .folder: "\(path) must be a file, but is a folder."
    case .forbidden: "\(path) must be readable, but its permissions forbid it."
    case .lineTooLong(let line, let limit):
      "\(path) must have at most \(limit) bytes per line, but line \(line) has more."
    case .tooLarge(let limit):
      "\(path) must have at most \(limit) bytes, but has more. Raise sizeLimit in LoadOptions, or "
        + "read lines with forEachLine."
    case .system(let code):
      "\(path) must be readable, but the system says “\(String(cString: strerror(code)))”."
    }
  }
}
