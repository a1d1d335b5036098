@testable import ArmatureCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The built command, run as a separate process.
struct Command {
  let path: String
  var variables: [String: String]

  /// The command next to the tests, with an empty cache that the next run of the tests removes.
  static let shared: Command = {
    var path = ""
    for program in CommandLine.arguments.prefix(1) + ["/proc/self/exe"] {
      var build = program.resolvedPath ?? ""
      while build.utf8.count > 1 && FileStatus(build.appendingPath("armature")) == nil {
        build = build.parentPath
      }
      if build.utf8.count > 1 { path = build.appendingPath("armature") }
    }
    precondition(!path.isEmpty, "the command must be built beside the tests")
    let folder = path.parentPath.appendingPath("armature-tests")
    Files.remove(folder)
    var variables = ["HOME": folder, "XDG_CACHE_HOME": folder.appendingPath("cache")]
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    let command = Command(path: path, variables: variables)
    // Links the library once, before tests run concurrently.
    _ = try? command.run(["run", "-"])
    return command
  }()

  /// Runs the command to its end.
  func run(_ arguments: [String], input: String = "") throws -> Outcome {
    try Self.run(path, arguments, input: input, variables: variables)
  }

  static func run(
    _ program: String, _ arguments: [String], input: String = "", variables: [String: String]
  ) throws -> Outcome {
    let files = try Folder()
    let talk = try files.write("", to: "talk")
    let descriptors = [open(try files.write(input, to: "input"), O_RDONLY), open(talk, O_WRONLY)]
    defer { for descriptor in descriptors { close(descriptor) } }
    let (status, output) = try ChildProcess.run(
      program, [program] + arguments, capturing: [1],
      redirecting: [(0, descriptors[0]), (2, descriptors[1])], variables: variables)
    return Outcome(
      status: status, result: output, talk: String(decoding: try Files.read(talk), as: UTF8.self))
  }
}
