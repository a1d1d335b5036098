import Armature
import Testing

@testable import ArmatureCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct SessionTests {
  @Test(
    arguments: [
      ([:], [], false), (["CLICOLOR_FORCE": "1"], [], true), (["CLICOLOR_FORCE": "0"], [], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": ""], [], true),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["CLICOLOR_FORCE": "1"], ["--color=never"], false), ([:], ["--color", "auto"], false),
    ] as [([String: String], [String], Bool)])
  func `colours are for terminals, unless somebody says so`(
    variables: [String: String], options: [String], hasColor: Bool
  ) {
    let outcome = Outcome.of(["check", "missing.json"] + options, variables)
    #expect(outcome.talk.hasPrefix(hasColor ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: "))
  }

  #if os(Linux)
    @Test func `a full disk is an error of writing`() throws {
      let descriptor = open("/dev/full", O_WRONLY)
      defer { close(descriptor) }
      let (status, output) = try ChildProcess.run(
        Command.shared.path, ["armature", "help"], capturing: [2],
        redirecting: [(1, descriptor)], variables: Command.shared.variables)
      #expect(status == 74)
      #expect(
        output
          == "error: The result must be written, but the system says “No space left on device”.\n")
    }
  #endif

  @Test func `what is said beside the result is chosen`() throws {
    let folder = try Folder()
    let model = try folder.write(#"{"name": "M", "entities": [{"name": "A"}]}"#, to: "model.json")
    let data = try folder.write("{}", to: "data.json")
    func outcome(_ options: String...) -> Outcome { .of(["validate", model, data] + options) }
    #expect(outcome() == Outcome(status: 0, result: "A: 0\n", talk: ""))
    #expect(outcome("--quiet") == Outcome(status: 0, result: "", talk: ""))
    let verbose = outcome("--verbose")
    #expect(verbose.result == "A: 0\n")
    #expect(verbose.talk == "note: \(data) is read as records of all entities.\n")
    #expect(outcome("--quiet", "--verbose").status == 64)
    let script = try folder.write("print(42)", to: "script.swift")
    for word in ["compiled by", "was compiled before"] {
      let run = try Command.shared.run(["run", "--verbose", script])
      #expect(run.result == "42\n" && run.talk.contains(word), "\(run)")
    }
  }

  @Test(arguments: [
    ([], #"[{"n": 1}, {"n": 2}]"#), (["--lines"], "{\"n\": 1}\n{\"n\": 2}\n"),
    (["--csv"], "n\r\n1\r\n2\r\n"),
  ])
  func `the standard input may have any form`(options: [String], input: String) throws {
    let folder = try Folder()
    let items = try ManagedObjectModel("M") { Entity("A") { Attribute("n", Int.self) } }
    let model = try folder.write(items, to: "model.json")
    let outcome = try Command.shared.run(
      ["validate", model, "-", "--entity", "A"] + options, input: input)
    #expect(outcome == Outcome(status: 0, result: "A: 2\n", talk: ""))
    #expect(Outcome.of(["validate", model, "-", "--lines", "--csv"]).status == 64)
  }

  @Test func `a watched file is checked again when it changes`() throws {
    let folder = try Folder()
    let model = try folder.write(#"{"name": "M", "entities": [{"name": "A"}]}"#, to: "model.json")
    let data = try folder.write("{}", to: "data.json")
    let text = """
      "$0" validate --watch "$1" "$2" > "$2.out" 2> "$2.talk" &
      until grep -q Watching "$2.talk"; do sleep 0.1; done
      echo '{"A": [{}, {}]}' > "$2"
      until grep -q "A: 2" "$2.out"; do sleep 0.1; done
      kill -INT $!; wait $!
      """
    let outcome = try Command.run(
      "/bin/sh", ["-c", text, Command.shared.path, model, data],
      variables: Command.shared.variables)
    #expect(outcome.status == 130, "\(outcome)")
  }

  @Test func `an interrupt ends with its own status`() throws {
    let folder = try Folder()
    let model = try folder.write("{}", to: "model.json")
    // The command watches files and never ends by itself. Its message shows that it has started.
    let text = """
      "$0" validate --watch "$1" "$1" 2> "$1.talk" & until [ -s "$1.talk" ]; do sleep 0.1; done
      kill -INT $!; wait $!
      """
    let outcome = try Command.run(
      "/bin/sh", ["-c", text, Command.shared.path, model], variables: Command.shared.variables)
    #expect(outcome.status == 130, "\(outcome)")
  }

  @Test func `a reader who has left is no reason to talk`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let (status, output) = try ChildProcess.run(
      Command.shared.path, ["armature", "manual"], capturing: [2], redirecting: [(1, ends[1])],
      variables: Command.shared.variables)
    #expect(status == 74 && output == "")
  }

  @Test func `the version is told`() {
    let outcome = Outcome.of(["--version"])
    #expect(outcome == Outcome(status: 0, result: "armature \(ArmatureTool.version)\n", talk: ""))
  }

  @Test func `a compiler without room for what it makes is an error of writing`() {
    let sentence = "/tmp must be writable, but the system says “No space left on device”."
    #expect(throws: CommandError(.inputOutput, sentence)) {
      try Files.checkRoom(in: "/tmp", "ld: fatal error: /tmp/x: No space left on device\n")
    }
    #expect(throws: Never.self) {
      try Files.checkRoom(in: "/tmp", "shop.swift:1:1: error: cannot find 'x' in scope\n")
    }
  }
}
