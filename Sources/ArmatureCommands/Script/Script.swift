/// The text and the location of a script.
struct Script {
  /// The path as given.
  let path: String
  let text: [UInt8]
  /// The absolute path given to the compiler, which appears in `#filePath` and backtraces.
  let location: String
  /// Whether the compiler can read the file itself, without a copy.
  let isSource: Bool

  /// The module name of every script.
  static let moduleName = "script"

  /// Reads a script; `-` is the standard input.
  init(_ path: String) throws {
    let isInput = path == "-"
    self.path = isInput ? Self.location(of: path) : path
    location = Self.location(of: path)
    text = try Files.read(isInput ? "/dev/stdin" : path)
    if let database = DatabaseFile(text) {
      throw CommandError(
        .badData,
        "\(self.path.shown) must be a Swift file, but is \(database.words). "
          + (database == .store
            ? "To use the model kept in it, pass - for the model, and the store after it."
            : "To make a model from its tables: armature import."))
    }
    // The compiler treats files with other extensions as objects to link, and pipes can be read only once.
    isSource =
      path.pathEnding == "swift" && FileStatus(path)?.kind == .file && !location.hasForeignBytes
  }

  static func location(of path: String) -> String {
    path == "-" ? "<stdin>" : path.resolvedPath ?? path
  }

  /// The file name of a copy for the compiler.
  ///
  /// If `#sourceLocation` names the original file, the copy must have another name. Otherwise the compiler warns about
  /// duplicate file names.
  var copyName: String {
    Self.canTell(location) ? "copy of a script.swift" : Self.fileName(of: location)
  }

  /// Returns the name that the library uses for the file at a location. In a module, file names contain no folders.
  static func fileName(of location: String) -> String {
    let name = location.lastPathPart
    if canTell(location) { return name }
    return name.shown + (name.hasSuffix(".swift") ? "" : ".swift")
  }

  /// Returns whether a string literal can express a path. The compiler does not interpret escapes in this literal.
  private static func canTell(_ location: String) -> Bool {
    !location.hasForeignBytes && !location.utf8.contains { "\"\\\n\r".utf8.contains($0) }
  }

  /// The text with an additional first line, which tells the compiler the origin of the text. Line numbers stay the
  /// same.
  var locatedText: [UInt8] {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    guard Self.canTell(location) else { return Array(rest) }
    var line = 1
    if rest.starts(with: "#!".utf8) {
      // It would no longer be on the first line.
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
