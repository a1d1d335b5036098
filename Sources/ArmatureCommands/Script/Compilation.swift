/// One run of the compiler on a script, with a folder for intermediate files.
struct Compilation {
  let session: Session
  let library: ScriptLibrary
  let folder: String
  /// Whether the cache is writable.
  let canKeep: Bool
  let isOptimized: Bool

  /// Compiles a program from a script with code appended.
  func make(_ program: String, of script: Script, _ code: String) throws {
    if code.isEmpty, script.isSource {
      let (status, output) = try callCompiler(script.location, ["-o", program])
      // The script may have changed between reading and compiling.
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
      // Compiler messages about appended lines do not concern the user. If the script alone compiles, it lacks
      // something that the appended code needs.
      try Files.checkRoom(in: folder.parentPath, output)
      try checkAlone(script)
      if !code.isEmpty { throw ScriptCompiler.AppendedCodeError() }
    }
    try finish(status, output.replacing(copy, with: script.location), script)
  }

  /// Throws an error with the messages of the compiler if the script does not compile by itself, without the appended
  /// code.
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
      // Line tables let the backtrace of a trap name the line in the script. Optimized code traps without a message,
      // and takes long to compile with many rules.
      source, isOptimized ? "-O" : "-Onone", "-gline-tables-only", "-swift-version", "6",
      // A script's variables belong to the main actor, so functions that use them must, too.
      "-default-isolation", "MainActor", "-module-name", Script.moduleName,
      "-I", library.modules, "-L", library.folder, "-lArmature",
      "-Xlinker", "-rpath", "-Xlinker", library.folder,
    ]
    #if os(Linux)
      // An error thrown by a script ends in `endScript`; elsewhere the runtime reports it and traps.
      arguments += ["-Xlinker", "--wrap=swift_errorInMain"]
    #endif
    // The cache of C modules would be in the same unwritable place.
    if !canKeep { arguments += ["-module-cache-path", folder.appendingPath("modules")] }
    if session.hasColor(session.talk) { arguments.append("-color-diagnostics") }
    return try ScriptLibrary.call(library.compiler, arguments + more, in: folder, session)
  }
}
