extension Verb.Option {
  /// The options of verbs whose result may be kept in a file.
  static let output = [
    Verb.Option(
      "output", .file("file"),
      "write to this file, and print its path; or -o; - is standard output"), .dryRun,
  ]
}

extension Call {
  /// The file that the result is written to; `nil` where it is the standard output.
  var outputPath: String? { self["output"].flatMap { Self.ownOutput.contains($0) ? nil : $0 } }

  /// What stands for the standard output. A program of a model has that as another descriptor.
  private static let ownOutput = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  /// Refuses to write over a file that is read, or within a folder that is.
  private func checkIsNoSource(_ path: String) throws {
    guard FileStatus(path)?.kind == .file, let target = path.resolvedPath else { return }
    for source in operands + sourceOptions.compactMap({ self[$0] }) {
      guard let source = source.resolvedPath else { continue }
      if target == source || target.hasPrefix(source.appendingPath("")) {
        throw wrong("--output must be another file than the input \(path.shown).")
      }
    }
  }

  /// The options that name what is read beside the operands.
  private var sourceOptions: [String] { ["core-data", "against"] }

  /// Writes the result, to the file that an option names.
  ///
  /// - Parameter printsPath: Whether the path is what is printed then; a verb with a report prints that.
  /// - Throws: ``CommandError`` for a file that cannot be written.
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
