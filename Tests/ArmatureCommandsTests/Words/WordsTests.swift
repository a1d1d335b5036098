import ArmatureTesting
import Testing

@testable import ArmatureCommands

@Suite struct WordsTests {
  @Test func `help has at most 80 columns`() {
    let texts = CommandTable.armature.verbs.map(HelpText.text) + [HelpText.overview(of: .armature)]
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: CommandTable.armature.verbs.map(\.name))
  func `each verb has two examples that parse`(name: String) throws {
    let verb = try CommandTable.armature.verb(name)
    #expect(verb.examples.count == 2)
    #expect(verb.examples.contains { $0.call.contains("armature \(name)") })
    #expect(verb.examples.allSatisfy { $0.meaning.hasSuffix(".") })
  }

  @Test(arguments: CommandTable.armature.verbs.map(\.name))
  func `manual and completions have all options of a verb`(name: String) throws {
    for option in try CommandTable.armature.verb(name).allOptions {
      #expect(
        ManualPage.text(of: .armature).contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
      for shell in [Completions.Shell.bash, .zsh] {
        #expect(Completions(.armature).script(for: shell).contains("--\(option.name)"))
      }
      #expect(
        Completions(.armature).script(for: .fish).contains(
          "seen_subcommand_from \(name)' -l \(option.name)"))
    }
  }

  @Test(arguments: [
    ["manual"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
  ])
  func `what others see of the table of verbs is looked at when it changes`(arguments: [String]) {
    expectSnapshot(of: Outcome.of(arguments).result, named: arguments.joined(separator: " "))
  }

  @Test func `what help says is looked at when it changes`() {
    let texts = [[]] + CommandTable.armature.verbs.map { [$0.name] }
    let help = texts.map { Outcome.of(["help"] + $0).result }.joined(separator: "\n")
    expectSnapshot(of: help, named: "help")
  }

  @Test func `bash accepts its script and completes verbs, options and values`() throws {
    func complete(_ words: [String]) throws -> String {
      let words = words.map { "'\($0)'" }.joined(separator: " ")
      return try result(
        of: .bash,
        """
        \(Completions(.armature).script(for: .bash))
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _armature; echo "${COMPREPLY[*]}"
        """)
    }
    #expect(try complete(["armature", "va"]) == "validate\n")
    #expect(
      try complete(["armature", "validate", "--l"])
        == "--lines --list-separator --lenient --limit\n")
    #expect(try complete(["armature", "validate", "--format", "s"]) == "sarif\n")
    #expect(try complete(["armature", "completions", "f"]) == "fish\n")
  }

  @Test(.enabled(if: path(of: .fish) != nil, "fish is not installed"))
  func `fish accepts its script and completes verbs, options and values`() throws {
    func complete(_ line: String) throws -> [Substring] {
      let script = "\(Completions(.armature).script(for: .fish))\ncomplete -C '\(line)'"
      return try result(of: .fish, script).split(separator: "\n")
        .compactMap { $0.split(separator: "\t").first }
    }
    #expect(try complete("armature va") == ["validate"])
    #expect(try complete("armature validate --l") == ["--lenient", "--limit", "--lines"])
    #expect(try complete("armature validate --format s") == ["sarif"])
    #expect(try complete("armature completions f") == ["fish"])
  }

  @Test(.enabled(if: path(of: .zsh) != nil, "zsh is not installed"))
  func `zsh accepts its script and is told verbs, options and values`() throws {
    // Outside of its editor, zsh cannot complete, so the arguments of its functions are printed.
    func offered(_ words: [String]) throws -> [Substring] {
      let script = """
        _describe() { print -rl -- "${(@P)2}" }
        _arguments() { print -rl -- "$@" }
        words=(\(words.map { "'\($0)'" }.joined(separator: " "))); CURRENT=${#words}
        \(Completions(.armature).script(for: .zsh))
        """
      return try result(of: .zsh, script).split(separator: "\n")
    }
    let verbs = try offered(["armature", ""])
    #expect(verbs.count == CommandTable.armature.verbs.count)
    #expect(verbs.contains("validate:checks data against a model"))
    let validate = try offered(["armature", "validate", ""])
    #expect(validate.contains { $0.hasPrefix("--format=[") && $0.contains(" sarif)") })
    #expect(validate.suffix(2) == [":model:_files", "*:data:_files"])
    #expect(try offered(["armature", "completions", ""]).last == ":shell:(bash zsh fish)")
  }

  private static func path(of shell: Completions.Shell) -> String? {
    ChildProcess.find(shell.rawValue, variables: Command.shared.variables)
  }

  /// Returns the output of a shell script, which must not print errors.
  private func result(of shell: Completions.Shell, _ script: String) throws -> String {
    let path = try #require(Self.path(of: shell))
    let outcome = try Command.run(path, ["-c", script], variables: Command.shared.variables)
    #expect(outcome.status == 0 && outcome.talk == "", "\(outcome)")
    return outcome.result
  }

  @Test func `no line of the manual is a request by accident`() {
    for line in ManualPage.text(of: .armature).split(separator: "\n") where line.hasPrefix(".") {
      let request = line.prefix { $0 != " " }
      #expect([".TH", ".SH", ".B", ".PP", ".TP", ".\\\""].contains(request), "\(line)")
    }
  }

  @Test(arguments: [
    (["completions", "zsh"], "#compdef armature"), (["manual"], ".TH ARMATURE 1"),
    (["completions", "fish"], "complete -c armature"),
  ])
  func `texts for other programs are results`(arguments: [String], part: String) {
    let outcome = Outcome.of(arguments)
    #expect(outcome.status == 0 && outcome.talk == "" && outcome.result.contains(part))
  }
}
