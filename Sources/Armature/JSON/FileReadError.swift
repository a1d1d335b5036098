#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error that prevents a file from being read.
///
/// ```swift
/// do {
///   try context.load(.file("no-such-file.json"))
/// } catch let error as FileReadError {
///   print(error.path, error.reason)  // no-such-file.json missing
/// }
/// ```
public struct FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path, as passed to the call.
  public let path: String
  /// The reason for the error.
  public let reason: Reason

  /// The reason why a file cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The path leads to a folder.
    case folder
    /// The process has no permission to read the file.
    case forbidden
    /// A line is longer than the limit. The first line has the number 1.
    case lineTooLong(line: Int, limit: Int)
    /// The file is larger than the limit, or has no end.
    case tooLarge(limit: Int)
    /// Another system error. The number is the system's error number.
    case system(Int32)
  }

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error from the number in `errno`.
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

  /// A message with the requirement and the actual state.
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
