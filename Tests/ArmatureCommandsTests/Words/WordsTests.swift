import ArmatureTesting
import Testing

@testable import ArmatureCommands

@Suite struct WordsTests {
  @Test func `help has at most 80 columns`() {
    let texts = CommandTable.verbs.map(HelpText.text) + [HelpText.overview]
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: CommandTable.verbs.map(\.name))
  func `each verb has two examples that parse`(name: String) throws {
    let verb = try CommandTable.verb(name)
    #expect(verb.examples.count == 2)
    #expect(verb.examples.contains { $0.call.contains("armature \(name)") })
    #expect(verb.examples.allSatisfy { $0.meaning.hasSuffix(".") })
  }

  @Test(arguments: CommandTable.verbs.map(\.name))
  func `manual and completions have all options of a verb`(name: String) throws {
    for option in try CommandTable.verb(name).allOptions {
      #expect(ManualPage.text.contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
      for shell in [Completions.Shell.bash, .zsh] {
        #expect(Completions.script(for: shell).contains("--\(option.name)"))
      }
      #expect(
        Completions.script(for: .fish).contains("seen_subcommand_from \(name)' -l \(option.name)"))
    }
  }

  @Test(arguments: [
    ["manual"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
  ])
  func `what others see of the table of verbs is looked at when it changes`(arguments: [String]) {
    expectSnapshot(of: Outcome.of(arguments).result, named: arguments.joined(separator: " "))
  }

  @Test func `what help says is looked at when it changes`() {
    let texts = [[]] + CommandTable.verbs.map { [$0.name] }
    let help = texts.map { Outcome.of(["help"] + $0).result }.joined(separator: "\n")
    expectSnapshot(of: help, named: "help")
  }

  @Test func `bash accepts its script and completes verbs, options and values`() throws {
    let script = Completions.script(for: .bash)
    func complete(_ words: [String]) throws -> String {
      let words = words.map { "'\($0)'" }.joined(separator: " ")
      let text = """
        \(script)
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _armature; echo "${COMPREPLY[*]}"
        """
      let variables = Command.shared.variables
      let bash = try #require(ChildProcess.find("bash", variables: variables))
      let outcome = try Command.run(bash, ["-c", text], variables: variables)
      #expect(outcome.status == 0 && outcome.talk == "", "\(outcome)")
      return outcome.result
    }
    #expect(try complete(["armature", "va"]) == "validate\n")
    #expect(try complete(["armature", "validate", "--l"]) == "--lines --lenient --limit\n")
    #expect(try complete(["armature", "validate", "--format", "s"]) == "sarif\n")
    #expect(try complete(["armature", "completions", "f"]) == "fish\n")
  }

  @Test func `no line of the manual is a request by accident`() {
    for line in ManualPage.text.split(separator: "\n") where line.hasPrefix(".") {
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
