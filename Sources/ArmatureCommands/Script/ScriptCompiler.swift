// For `displayEscaped`, which is no part of the public API.
import Armature
import ArmatureModel

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
    if cache.has("scripts", key) {
      session.tell("\(script.path.displayEscaped()) was compiled before, as \(kept).")
      return Program(path: kept)
    }
    session.tell("\(script.path.displayEscaped()) is compiled by \(library.compiler).")

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
  func run(_ script: Script, _ arguments: [String]) throws -> Never {
    let program = try program(of: script)
    session.result.flush()
    session.talk.flush()
    if program.temporaryFolders.isEmpty {
      ChildProcess.become(program.path, arguments, variables: session.variables)
    }
    endProcess(try runToEnd(program, of: script, arguments, variables: session.variables).status)
  }

  /// Runs the program of a script, and returns its status and what it wrote to some descriptors.
  func runToEnd(
    _ program: Program, of script: Script, appending code: String = "", _ arguments: [String],
    capturing captures: [Int32] = [], redirecting redirections: [ChildProcess.Redirection] = [],
    variables: [String: String]
  ) throws -> (status: Int32, output: String) {
    func run(_ program: Program) throws -> (status: Int32, output: String) {
      defer { for folder in program.temporaryFolders { Files.remove(folder) } }
      return try ChildProcess.run(
        program.path, arguments, capturing: captures, redirecting: redirections,
        variables: variables)
    }
    do {
      return try run(program)
    } catch is CommandError where program.temporaryFolders.isEmpty {
      // Something else has damaged what was kept.
      Files.remove(program.path)
      return try run(self.program(of: script, appending: code))
    }
  }
}
