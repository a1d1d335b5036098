/// Makes programs of scripts, and finds those that were made before.
struct ScriptCompiler {
  let session: Session

  /// A program, and the folders to remove after it has run.
  struct Program {
    let path: String
    var temporaryFolders: [String] = []
  }

  /// The script is right, but lacks what the code at its end needs.
  struct AppendedCodeError: Error {}

  /// The program of a script, with more code at its end.
  ///
  /// - Throws: ``CommandError`` if it does not compile; the compiler has said why.
  func program(of script: Script, appending code: String = "") throws -> Program {
    let cache = ScriptCache(session)
    let library = try ScriptLibrary.locate(session)
    let identity = script.path.resolvedPath ?? script.path
    let key = ScriptCache.key(
      [identity, String(decoding: script.text, as: UTF8.self), code], files: library.files)
    let kept = cache.path("scripts", key)
    if cache.has("scripts", key) { return Program(path: kept) }

    let work = try cache.makeWorkFolder(session)
    var folders = [work.path] + (library.temporaryFolder.map { [$0] } ?? [])
    let program = work.path.appendingPath("program")
    do {
      try Compilation(session: session, library: library, folder: work.path, canKeep: work.canKeep)
        .make(program, of: script, code)
    } catch {
      for folder in folders { Files.remove(folder) }
      throw error
    }
    // A program without a library that is kept would not run again.
    let isKept =
      work.canKeep && library.temporaryFolder == nil
      && cache.keep(program, "scripts", key, session)
    if isKept { Files.remove(folders.removeFirst()) }
    return Program(path: isKept ? kept : program, temporaryFolders: folders)
  }

  /// Runs a script in the place of this process, or to its end if something is to be done then.
  func run(
    _ script: Script, appending code: String = "", _ arguments: [String],
    redirecting redirections: [ChildProcess.Redirection] = [], variables: [String: String]
  ) throws -> Never {
    var program = try program(of: script, appending: code)
    session.result.flush()
    session.talk.flush()
    if program.temporaryFolders.isEmpty {
      ChildProcess.become(
        program.path, arguments, redirecting: redirections, variables: variables)
      // Something else has damaged what was kept.
      Files.remove(program.path)
      program = try self.program(of: script, appending: code)
    }
    let (status, _) = try ChildProcess.run(
      program.path, arguments, redirecting: redirections, variables: variables)
    for folder in program.temporaryFolders { Files.remove(folder) }
    endProcess(status)
  }
}
