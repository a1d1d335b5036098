#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a command again whenever one of its files changes, until Ctrl-C.
struct Watch {
  let call: Call

  init(_ call: Call) throws {
    self.call = call
    if call.operands.contains("-") {
      throw call.wrong("--watch takes files and folders, not standard input.")
    }
  }

  func run() throws -> ExitStatus {
    let command = try ScriptLibrary.ownPath()
    let arguments = ["armature"] + call.session.arguments.filter { $0 != "--watch" }
    while true {
      let before = state
      let (status, _) = try ChildProcess.run(
        command, arguments, variables: call.session.variables)
      if status == ExitStatus.usage.rawValue { return .usage }
      if call.session.loudness > .quiet {
        call.session.talk.line("Watching \(call.operands.count) files; press Ctrl-C to stop.")
        call.session.talk.flush()
      }
      while state == before { usleep(250_000) }
    }
  }

  /// The status of each file, including files in folders.
  private var state: [String: FileStatus?] {
    var state: [String: FileStatus?] = [:]
    for path in call.operands {
      state[path] = FileStatus(path)
      for name in (try? Files.names(in: path)) ?? [] {
        let inner = path.appendingPath(name)
        state[inner] = FileStatus(inner)
      }
    }
    return state
  }
}
