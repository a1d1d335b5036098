/// One call of the compiler for a script, with a folder for what it needs on the way.
struct Compilation {
  let session: Session
  let library: ScriptLibrary
  let folder: String
  /// Whether the cache can be written.
  let canKeep: Bool

  /// Makes a program of a script with more code at its end.
  func make(_ program: String, of script: Script, _ code: String) throws {
    if code.isEmpty, let source = script.sourcePath {
      let (status, output) = try callCompiler(source, ["-o", program])
      // Between reading the script and compiling it somebody may have saved it.
      if try Files.read(source) != script.text {
        throw CommandError(.noInput, "\(script.path) changed while it was compiled. Try again.")
      }
      return try finish(status, output.replacing(source, with: script.path))
    }
    // The file name stays, since messages about rules name the file of their declaration.
    let stem = script.path == "<stdin>" ? "stdin" : script.path.pathStem
    let copy = folder.appendingPath("\(stem).swift")
    try Files.write(script.text + code.utf8, to: copy)
    func shown(_ output: String) -> String { output.replacing(copy, with: script.path) }
    let (status, output) = try callCompiler(copy, ["-o", program])
    if status == 0 || code.isEmpty { return try finish(status, shown(output)) }

    // What the compiler says of the code at the end is not for the user: if the script alone is
    // right, then what the code needs is missing.
    try Files.write(script.text, to: copy)
    let (aloneStatus, aloneOutput) = try callCompiler(copy, ["-typecheck"])
    try finish(aloneStatus, shown(aloneOutput))
    throw ScriptCompiler.AppendedCodeError()
  }

  private func finish(_ status: Int32, _ output: String) throws {
    session.talk.write(output)
    session.talk.flush()
    if status > 128 { throw CommandError(.interrupted, "") }
    // The script may be right: nobody knows.
    if status != 0 { throw CommandError(Files.tellsFullDisk(output) ? .inputOutput : .badData, "") }
  }

  private func callCompiler(
    _ source: String, _ more: [String]
  ) throws -> (status: Int32, output: String) {
    var arguments = [
      // With line tables, so that the backtrace of a trap names the line of the script.
      source, "-O", "-gline-tables-only", "-swift-version", "6", "-module-name", "script",
      "-I", library.modules, "-L", library.folder, "-lArmature",
      "-Xlinker", "-rpath", "-Xlinker", library.folder,
    ]
    #if os(Linux)
      // What a script throws ends in `endScript`; elsewhere the runtime reports it and traps.
      arguments += ["-Xlinker", "--wrap=swift_errorInMain"]
    #endif
    // What the compiler keeps of modules of C would go to the same place that cannot be written.
    if !canKeep { arguments += ["-module-cache-path", folder.appendingPath("modules")] }
    if session.hasColor(session.talk) { arguments.append("-color-diagnostics") }
    return try ScriptLibrary.call(library.compiler, arguments + more, in: folder, session)
  }
}
