import Testing

@testable import ArmatureCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

    // An installed command can install itself elsewhere, or in its own place.
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
      #expect(FileStatus(target) == nil, "\(target) is left")
    }
    #expect(try command.run(["install", "--uninstall", "--prefix", prefix]).status == 66)
  }

  @Test func `what others have put into the folders stays, and so do folders of others`() throws {
    let folder = try Folder()
    let prefix = folder.path.appendingPath("a/b")
    try Files.makeFolder(prefix.appendingPath("bin"))
    // If the command's path is a link, its target is not changed.
    let other = try folder.write("other", to: "other")
    symlink(other, prefix.appendingPath("bin/armature"))
    #expect(try Command.shared.run(["install", "--prefix", prefix]).status == 0)
    #expect(try Files.read(other) == Array("other".utf8))
    try folder.write("", to: "a/b/share/man/man1/other.1")
    #expect(try Command.shared.run(["install", "--uninstall", "--prefix", prefix]).status == 0)
    #expect(try Files.names(in: prefix) == ["bin", "share"])
    #expect(try Files.names(in: prefix.appendingPath("share")) == ["man"])
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal leaves nothing half installed`(signal: String, status: Int32) throws {
    let folder = try Folder()
    var command = Command.shared
    command.variables["XDG_CACHE_HOME"] = folder.path
    // The library is linked again, in a folder of the cache, before anything is written.
    let text = """
      "$0" install --prefix "$1/prefix" & until [ -n "$(ls "$1"/armature)" ]; do sleep 0.01; done
      kill -\(signal) $!; wait $!
      """
    let outcome = try Command.run(
      "/bin/sh", ["-c", text, command.path, folder.path], variables: command.variables)
    #expect(outcome.status == status, "\(outcome)")
    #expect(try Files.names(in: folder.path) == ["armature"])
    #expect(try Files.names(in: folder.path.appendingPath("armature")) == [])
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
