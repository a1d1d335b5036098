/// The text of a script, and where it comes from.
struct Script {
  /// The path as it was given.
  let path: String
  let text: [UInt8]
  /// The path to compile; `nil` where the compiler needs a copy.
  let sourcePath: String?

  /// Reads a script; `-` is the standard input.
  init(_ path: String) throws {
    let isInput = path == "-"
    self.path = isInput ? "<stdin>" : path
    text = try Files.read(isInput ? "/dev/stdin" : path)
    // The compiler takes files of other names for objects to link, and pipes can be read only once.
    let isSource = path.pathEnding == "swift" && FileStatus(path)?.kind == .file
    sourcePath = isSource ? path.resolvedPath : nil
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
