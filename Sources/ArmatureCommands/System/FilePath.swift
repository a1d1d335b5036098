#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Paths as text: what the command needs of them.
extension String {
  /// The path with another part behind it.
  func appendingPath(_ part: String) -> String { hasSuffix("/") ? self + part : "\(self)/\(part)" }

  // By scalars: a slash or a dot that a mark follows is another character, but the same byte.

  /// The part behind the last slash.
  var lastPathPart: String {
    unicodeScalars.split(separator: "/").last.map(String.init) ?? self
  }

  /// The path without its last part.
  var parentPath: String {
    guard let slash = unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(unicodeScalars[..<slash])
  }

  /// The last part without the ending behind its last dot.
  var pathStem: String {
    let name = lastPathPart.unicodeScalars
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The ending behind the last dot, in small letters; empty where there is none.
  var pathEnding: String {
    let name = lastPathPart.unicodeScalars
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...]).lowercased()
  }

  /// The path from the root, links followed; `nil` for what does not exist.
  var resolvedPath: String? {
    // C would resolve what the path has before a NUL.
    guard !utf8.contains(0), let path = withSystemText({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return String(systemText: path)
  }

  /// Whether there is a link at the path, to whatever it leads.
  var isLink: Bool {
    var status = stat()
    return withSystemText { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
