import Testing

@testable import ArmatureCommands

@Suite struct InstallTests {
  @Test func `an installed command runs scripts by their first line, until it is removed`() throws {
    let folder = try Folder()
    let prefix = folder.path.appendingPath("Präfix mit Blank")
    var command = Command.shared
    let outcome = try command.run(["install", "--prefix", prefix])
    #expect(outcome.status == 0 && outcome.result == "Installed \(prefix)/bin/armature\n")
    #expect(
      outcome.talk
        == "warning: \(prefix)/bin must be in PATH for scripts to find it, but is not.\n")
    #expect(try Files.names(in: prefix.appendingPath("lib")) == ["armature"])

    let script = try folder.write(
      "#!/usr/bin/env -S armature run\n" + "import Armature\nprint(CommandLine.arguments[1])\n",
      to: "a script")
    try Files.setMode(script, 0o755)
    command.variables["PATH"] = "\(prefix)/bin:\(command.variables["PATH"] ?? "")"
    let run = try Command.run(script, ["x y"], variables: command.variables)
    #expect(run == Outcome(status: 0, result: "x y\n", talk: ""))

    // An installed command can install itself elsewhere, and in its own place.
    let other = folder.path.appendingPath("other")
    let installed = prefix.appendingPath("bin/armature")
    for target in [other, prefix] {
      let again = try Command.run(
        installed, ["install", "--prefix", target], variables: command.variables)
      #expect(again.status == 0, "\(again)")
    }
    for target in [other, prefix] {
      let gone = try command.run(["install", "--uninstall", "--prefix", target])
      #expect(gone == Outcome(status: 0, result: "Removed \(target)/bin/armature\n", talk: ""))
      for name in try Files.names(in: target) {
        for inner in try Files.names(in: target.appendingPath(name)) {
          let inside = target.appendingPath(name).appendingPath(inner)
          #expect(name == "share" && FileStatus(inside)?.kind == .folder, "\(inside) is left")
        }
      }
    }
    #expect(try command.run(["install", "--uninstall", "--prefix", prefix]).status == 66)
  }

  @Test func `a dry run lists what is written`() throws {
    let folder = try Folder()
    let outcome = Outcome.of(["install", "--prefix", folder.path, "--dry-run"])
    #expect(outcome.status == 0 && outcome.talk == "")
    #expect(outcome.result.hasPrefix("\(folder.path)/bin/armature\n\(folder.path)/lib/armature\n"))
    #expect(try Files.names(in: folder.path) == [])
  }

  @Test func `a prefix that cannot be written is told`() throws {
    let outcome = try Command.shared.run(["install", "--prefix", "/dev/null/x"])
    #expect(outcome.status == 74 && outcome.talk.hasPrefix("error: /dev/null/x must be made"))
  }
}
