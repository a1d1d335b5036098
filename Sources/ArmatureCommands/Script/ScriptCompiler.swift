/// Compiles scripts to programs and finds programs in the cache.
struct ScriptCompiler {
  let session: Session
  /// Whether scripts are optimized for speed. Otherwise they compile quickly, and traps print a message.
  let isOptimized: Bool

  /// The option for optimization.
  static let option = Verb.Option(
    "optimize", "compile with optimization: takes longer, and traps lose their message")

  /// A program, and the folders to remove after it has run.
  struct Program {
    let path: String
    var temporaryFolders: [TemporaryFolder] = []
  }

  /// An error that is thrown if a script is valid, but lacks something that the appended code needs.
  struct AppendedCodeError: Error {}

  init(_ call: Call) {
    session = call.session
    isOptimized = call.has(Self.option.name)
  }

  /// Returns the program of a script with code appended to it.
  ///
  /// - Throws: ``CommandError`` if the script does not compile. The compiler has then printed the reason.
  func program(of script: Script, appending code: String = "") throws -> Program {
    let cache = ScriptCache(session)
    let library = try ScriptLibrary.locate(session)
    let key = ScriptCache.key(
      [
        script.location, String(decoding: script.text, as: UTF8.self), code,
        isOptimized ? "optimized" : "",
      ], files: library.files)
    let kept = cache.path("scripts", key)
    if cache.has("scripts", key) {
      session.tell("\(script.path.shown) was compiled before, as \(kept.shown).")
      return Program(path: kept)
    }
    session.tell("\(script.path.shown) is compiled by \(library.compiler).")
    return try cache.make(session) { work, canKeep in
      let program = work.path.appendingPath("program")
      try Compilation(
        session: session, library: library, folder: work.path, canKeep: canKeep,
        isOptimized: isOptimized
      ).make(program, of: script, code)
      // A cached program could not run again without its library, which is temporary.
      if let folder = library.temporaryFolder {
        return Program(path: program, temporaryFolders: [work, folder])
      }
      let isKept = canKeep && cache.keep(program, "scripts", key, session)
      return isKept ? Program(path: kept) : Program(path: program, temporaryFolders: [work])
    }
  }

  /// Runs a script in place of this process. If something must be cleaned up afterwards, the script runs as a child
  /// process instead.
  func run(_ script: Script, _ arguments: [String]) throws -> Never {
    let program = try program(of: script)
    session.result.flush()
    session.talk.flush()
    if program.temporaryFolders.isEmpty {
      ChildProcess.become(program.path, arguments, variables: session.variables)
    }
    endProcess(try runToEnd(program, of: script, arguments, variables: session.variables).status)
  }

  /// Runs the program of a script. Returns its status, and the output that was captured from some descriptors.
  func runToEnd(
    _ program: Program, of script: Script, appending code: String = "", _ arguments: [String],
    capturing captures: [Int32] = [], redirecting redirections: [ChildProcess.Redirection] = [],
    variables: [String: String]
  ) throws -> (status: Int32, output: String) {
    func run(_ program: Program) throws -> (status: Int32, output: String) {
      defer { for folder in program.temporaryFolders { folder.remove() } }
      return try ChildProcess.run(
        program.path, arguments, capturing: captures, redirecting: redirections,
        variables: variables)
    }
    do {
      return try run(program)
    } catch is CommandError where program.temporaryFolders.isEmpty {
      // The cached program is damaged.
      Files.remove(program.path)
      return try run(self.program(of: script, appending: code))
    }
  }
}
