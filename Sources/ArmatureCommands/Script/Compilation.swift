/// One call of the compiler for a script, with a folder for what it needs on the way.
struct Compilation {
  let session: Session
  let library: ScriptLibrary
  let folder: String
  /// Whether the cache can be written.
  let canKeep: Bool
  let isOptimized: Bool

  /// Makes a program of a script with more code at its end.
  func make(_ program: String, of script: Script, _ code: String) throws {
    if code.isEmpty, script.isSource {
      let (status, output) = try callCompiler(script.location, ["-o", program])
      // Between reading the script and compiling it somebody may have saved it.
      if try Files.read(script.location) != script.text {
        throw CommandError(
          .noInput, "\(script.path.shown) changed while it was compiled. Try again.")
      }
      return try finish(status, output, script)
    }
    let copy = folder.appendingPath(script.copyName)
    try Files.write(script.locatedText + code.utf8, to: copy)
    let (status, output) = try callCompiler(copy, ["-o", program])
    if (1...128).contains(status) {
      // What the compiler says of lines that the script has not is not for the user: if the script alone is
      // right, then what the code at its end needs is missing.
      try Files.checkRoom(in: folder.parentPath, output)
      try checkAlone(script)
      if !code.isEmpty { throw ScriptCompiler.AppendedCodeError() }
    }
    try finish(status, output.replacing(copy, with: script.location), script)
  }

  /// Fails, and says why, if a script as it is does not compile.
  private func checkAlone(_ script: Script) throws {
    var path = script.location
    if !script.isSource {
      path = folder.appendingPath(script.location.lastPathPart.shown + ".swift")
      try Files.write(script.text, to: path)
    }
    let (status, output) = try callCompiler(path, ["-typecheck"])
    if status != 0 { try finish(status, output.replacing(path, with: script.location), script) }
  }

  private func finish(_ status: Int32, _ output: String, _ script: Script) throws {
    if status != 0 { try Files.checkRoom(in: folder.parentPath, output) }
    session.talk.write(output.replacing(script.location, with: script.path.shown))
    session.talk.flush()
    if status == 0 { return }
    if status > 128 {
      throw CommandError(
        .unavailable,
        "The compiler was ended by signal \(status - 128).")
    }
    if output.contains("#ActorIsolatedCall") {
      session.talk.line(
        "note: Rules and defaults must not call functions of the main actor: declare such a "
          + "function as nonisolated.")
    }
    throw CommandError(.badData, "")
  }

  private func callCompiler(
    _ source: String, _ more: [String]
  ) throws -> (status: Int32, output: String) {
    var arguments = [
      // With line tables, so that the backtrace of a trap names the line of the script. Optimized code
      // traps without its sentence, and takes long to make where there are many rules.
      source, isOptimized ? "-O" : "-Onone", "-gline-tables-only", "-swift-version", "6",
      // The variables of a script belong to the main actor, and so do the functions that use them.
      "-default-isolation", "MainActor", "-module-name", Script.moduleName,
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
