/// The text of a script, and where it comes from.
struct Script {
  /// The path as it was given.
  let path: String
  let text: [UInt8]
  /// The path that the compiler is told, from the root: what `#filePath` is, and what backtraces name.
  let location: String
  /// Whether the compiler can read the file itself, and needs no copy.
  let isSource: Bool

  /// The module that every script is.
  static let moduleName = "script"

  /// Reads a script; `-` is the standard input.
  init(_ path: String) throws {
    let isInput = path == "-"
    self.path = isInput ? Self.location(of: path) : path
    location = Self.location(of: path)
    text = try Files.read(isInput ? "/dev/stdin" : path)
    // The compiler takes files of other names for objects to link, and pipes can be read only once.
    isSource =
      path.pathEnding == "swift" && FileStatus(path)?.kind == .file && !location.hasForeignBytes
  }

  static func location(of path: String) -> String {
    path == "-" ? "<stdin>" : path.resolvedPath ?? path
  }

  /// The name of a copy for the compiler.
  ///
  /// One that is told its path must be called otherwise, or the compiler warns of two files of one name.
  var copyName: String {
    Self.canTell(location) ? "copy of a script.swift" : Self.fileName(of: location)
  }

  /// What the library calls the file at a location: modules have no folders.
  static func fileName(of location: String) -> String {
    let name = location.lastPathPart
    if canTell(location) { return name }
    return name.shown + (name.hasSuffix(".swift") ? "" : ".swift")
  }

  /// Whether a literal can spell a path: the compiler takes what is between the quotes as it is.
  private static func canTell(_ location: String) -> Bool {
    !location.hasForeignBytes && !location.utf8.contains { "\"\\\n\r".utf8.contains($0) }
  }

  /// The text with a first line that tells the compiler where it comes from; lines keep their numbers.
  var locatedText: [UInt8] {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    guard Self.canTell(location) else { return Array(rest) }
    var line = 1
    if rest.starts(with: "#!".utf8) {
      // It would be no first line any more.
      rest = rest.drop { $0 != 0x0A }.dropFirst()
      line = 2
    }
    return Array("#sourceLocation(file: \"\(location)\", line: \(line))\n".utf8) + rest
  }

  /// The names of top-level variables that look like models.
  var modelNames: [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(whereSeparator: { " :=\t".contains($0) })
      guard let keyword = words.first, keyword == "let" || keyword == "var", words.count > 2,
        line.first?.isWhitespace == false, line.contains("ManagedObjectModel")
      else { return nil }
      return String(words[1])
    }
  }
}
