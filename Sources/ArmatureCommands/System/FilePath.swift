#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Operations on paths as text.
extension String {
  /// Returns the path with a part appended.
  func appendingPath(_ part: String) -> String { hasSuffix("/") ? self + part : "\(self)/\(part)" }

  // Operates on scalars: with a combining mark, a slash or dot is another character, but the same byte.

  /// The part after the last slash.
  var lastPathPart: String {
    unicodeScalars.split(separator: "/").last.map(String.init) ?? self
  }

  /// The path without its last part.
  var parentPath: String {
    guard let slash = unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(unicodeScalars[..<slash])
  }

  /// The last part without its extension.
  var pathStem: String {
    let name = lastPathPart.unicodeScalars
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The extension in lowercase; empty without one.
  var pathEnding: String {
    let name = lastPathPart.unicodeScalars
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...]).lowercased()
  }

  /// The absolute path with links resolved; `nil` if it does not exist.
  var resolvedPath: String? {
    // C would resolve only the part before a NUL.
    guard !utf8.contains(0), let path = withSystemText({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return String(systemText: path)
  }

  /// Whether the path is a symbolic link, even a broken one.
  var isLink: Bool {
    var status = stat()
    return withSystemText { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
