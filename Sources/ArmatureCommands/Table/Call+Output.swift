extension Verb.Option {
  /// The options of commands that can write their result to a file.
  static let output = [
    Verb.Option(
      "output", .file("file"),
      "write to this file, and print its path; or -o; - is standard output"), .dryRun,
  ]
}

extension Call {
  /// The file for the result; `nil` for the standard output.
  var outputPath: String? { self["output"].flatMap { Self.ownOutput.contains($0) ? nil : $0 } }

  /// The names of the standard output. In a model program, the result has another descriptor.
  private static let ownOutput = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  /// Throws an error if the output would overwrite an input file, or would be in an input folder.
  private func checkIsNoSource(_ path: String) throws {
    guard FileStatus(path)?.kind == .file, let target = path.resolvedPath else { return }
    for source in operands + sourceOptions.compactMap({ self[$0] }) {
      guard let source = source.resolvedPath else { continue }
      if target == source || target.hasPrefix(source.appendingPath("")) {
        throw wrong("--output must be another file than the input \(path.shown).")
      }
    }
  }

  /// The options that name further inputs.
  private var sourceOptions: [String] { ["core-data", "against"] }

  /// Writes the result to the file in the option `output`.
  ///
  /// - Parameter printsPath: Whether to print the path. A command with a report prints the report instead.
  /// - Throws: ``CommandError`` if the file cannot be written.
  func writeOutput(_ text: String, printsPath: Bool = true) throws {
    guard let path = outputPath else { return session.result.write(text) }
    try checkIsNoSource(path)
    if has("dry-run") {
      try Files.checkWriting(to: path)
    } else {
      try Files.write(text, to: path)
    }
    if printsPath { session.result.line(path: path) }
  }
}
