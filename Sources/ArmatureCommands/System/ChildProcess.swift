#if canImport(Glibc)
  // No code changes the variable `environ` while it is read.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

#if os(tvOS) || os(watchOS)
  #error("ArmatureCommands must start other programs, which this system prohibits: leave it out.")
#endif

/// Runs other programs, as a child or in place of this process.
enum ChildProcess {
  /// A descriptor of the child process, and the descriptor of this process that is copied there.
  typealias Redirection = (descriptor: Int32, source: Int32)

  /// Runs a program and captures its output.
  ///
  /// - Parameters:
  ///   - arguments: All arguments, including the name of the program.
  ///   - captures: The descriptors whose output is captured together. The program inherits all other descriptors.
  ///   - redirections: The redirections. They are applied in order, before the captures.
  ///   - isTool: Whether the program and all its children end when this process is interrupted. They get a process
  ///     group of their own, and the output of the program must be captured. A script, in contrast, receives Ctrl-C
  ///     itself and may continue.
  /// - Returns: The exit status. If a signal has ended the program, this is 128 plus the number of the signal.
  static func run(
    _ program: String, _ arguments: [String], capturing captures: [Int32] = [],
    redirecting redirections: [Redirection] = [], variables: [String: String],
    isTool: Bool = false
  ) throws -> (status: Int32, output: String) {
    let pipe = captures.isEmpty ? (read: -1, write: -1) : try makePipe(for: program)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (descriptor, source) in redirections {
      posix_spawn_file_actions_adddup2(&actions, source, descriptor)
    }
    // A compiler captures its children's output, but they inherit other descriptors. With such a descriptor, the output
    // ends only when the last child has ended. A remaining child would write to a folder that is being removed.
    for descriptor in isTool ? captures + [3] : captures {
      posix_spawn_file_actions_adddup2(&actions, pipe.write, descriptor)
    }
    // Threads of a pool can block signals, which the child must receive nevertheless.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(isTool ? flags | POSIX_SPAWN_SETPGROUP : flags))

    var process = pid_t()
    let code = withCStrings(arguments) { arguments in
      withCStrings(variables.map { "\($0)=\($1)" }) { variables in
        program.withSystemText {
          posix_spawn(&process, $0, &actions, &attributes, arguments, variables)
        }
      }
    }
    if pipe.write >= 0 { close(pipe.write) }
    defer { if pipe.read >= 0 { close(pipe.read) } }
    guard code == 0 else { throw unavailable(program, code) }

    Interruption.didStart(process, inOwnGroup: isTool)
    let output = pipe.read >= 0 ? readAll(pipe.read) : ""
    let status = Interruption.waitForEnd(of: process)
    let signal = status & 0x7F
    return (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output)
  }

  /// Creates a pipe whose descriptors are above the numbers that the child process uses, so that no redirection
  /// overwrites them.
  private static func makePipe(for program: String) throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw unavailable(program, errno) }
    defer {
      close(ends[0])
      close(ends[1])
    }
    return (fcntl(ends[0], F_DUPFD_CLOEXEC, 100), fcntl(ends[1], F_DUPFD_CLOEXEC, 100))
  }

  /// Replaces this process by another program; returns only on failure.
  static func become(_ program: String, _ arguments: [String], variables: [String: String]) {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    withCStrings(arguments) { arguments in
      withCStrings(variables.map { "\($0)=\($1)" }) { variables in
        _ = program.withSystemText { execve($0, arguments, variables) }
      }
    }
  }

  /// Returns the path of the program that the shell would run.
  static func find(_ name: String, variables: [String: String]) -> String? {
    (variables["PATH"] ?? "").split(separator: ":")
      .map { String($0).appendingPath(name) }
      .first { $0.withSystemText { access($0, X_OK) } == 0 && FileStatus($0)?.kind == .file }
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  private static func unavailable(_ program: String, _ code: Int32) -> CommandError {
    CommandError(
      .unavailable,
      "\(program.shown) must run, but the system says “\(String(cString: strerror(code)))”."
    )
  }

  /// Passes texts to C as a null-terminated array of pointers.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    // Copies, because the memory of a string is valid during one call only, and all strings must be valid together.
    let pointers = texts.map { $0.withSystemText { strdup($0) } }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// The system's `pipe`, hidden by a variable of the same name.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// The arguments and the environment of the process.
enum ProcessText {
  /// The arguments, including the program's name.
  static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemText: $0) }
    }
  }

  /// The environment variables.
  static var variables: [String: String] {
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    guard var next = first else { return [:] }
    var variables: [String: String] = [:]
    while let entry = next.pointee {
      let parts = String(systemText: entry)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // The first value counts, as for `getenv`.
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      next += 1
    }
    return variables
  }
}
