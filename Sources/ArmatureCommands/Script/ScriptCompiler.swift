/// Makes programs of scripts, and finds those that were made before.
struct ScriptCompiler {
  let session: Session
  /// Whether scripts run fast, instead of being compiled fast and trapping with a sentence.
  let isOptimized: Bool

  /// The option that asks for optimization.
  static let option = Verb.Option(
    "optimize", "compile with optimization: takes longer, and traps lose their message")

  /// A program, and the folders that go when it has run.
  struct Program {
    let path: String
    var temporaryFolders: [TemporaryFolder] = []
  }

  /// The script is right, but lacks what the code at its end needs.
  struct AppendedCodeError: Error {}

  init(_ call: Call) {
    session = call.session
    isOptimized = call.has(Self.option.name)
  }

  /// The program of a script, with more code at its end.
  ///
  /// - Throws: ``CommandError`` if it does not compile; the compiler has said why.
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
      // A program without a library that is kept would not run again.
      if let folder = library.temporaryFolder {
        return Program(path: program, temporaryFolders: [work, folder])
      }
      let isKept = canKeep && cache.keep(program, "scripts", key, session)
      return isKept ? Program(path: kept) : Program(path: program, temporaryFolders: [work])
    }
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
      defer { for folder in program.temporaryFolders { folder.remove() } }
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
