import Testing

@testable import ArmatureCommands

@Suite struct CallTests {
  @Test(arguments: [
    (["vlidate"], "\"vlidate\" is not a verb. Did you mean \"validate\"?"),
    (["frobnicate"], "\"frobnicate\" is not a verb. \"armature help\" lists the verbs."),
    (["--vresion"], "\"--vresion\" is not a verb."),
    (["check"], "check must have <model>. \"armature help check\" says more."),
    (["validate", "m.json"], "validate must have <data>. \"armature help validate\" says more."),
    (["check", "a.json", "b.json"], "check takes 1 argument, but there is also \"b.json\"."),
    (["manual", "x"], "manual takes no arguments, but there is also \"x\"."),
    (
      ["validate", "--frmat", "text"],
      "\"--frmat\" is not an option of validate. Did you mean \"--format\"?"
    ),
    (
      ["import", "--json", "m"],
      "\"--json\" is not an option of import. Did you mean \"--format json\"?"
    ),
    (["validate", "-x"], "\"-x\" is not an option of validate."),
    (
      ["validate", "--format"],
      "--format must have a value: --format text|lines|json|github|junit|sarif."
    ),
    (
      ["validate", "--format", "sraif"],
      "\"sraif\" is not a value of --format. Did you mean \"sarif\"?"
    ),
    (["validate", "--format=", "m"], "\"\" is not a value of --format. It takes text, lines"),
    (["validate", "--lenient=yes", "m"], "--lenient takes no value."),
    (
      ["validate", "--limit", "-1", "m"],
      "--limit must be a whole number of at least 0, but is \"-1\"."
    ),
    (["validate", "--limit", "1e3", "m"], "but is \"1e3\"."),
    (["check", "m.swift", "--model", "a; b"], "--model must be the name of a variable"),
    (["check", "m.swift", "--model", ""], "--model must be the name of a variable"),
    (["check", "m.swift", "--model", "1a"], "--model must be the name of a variable"),
    (["check", "m.swift", "--color", "alwyas"], "Did you mean \"always\"?"),
    (
      ["completions", "bassh"], "\"bassh\" is not one of bash, zsh and fish. Did you mean \"bash\"?"
    ),
    (["help", "chekc"], "\"chekc\" is not a verb. Did you mean \"check\"?"),
    (["\u{1B}[31m"], "\"\\u{1B}[31m\" is not a verb."),
    (["validate", "--watch", "m.json", "-"], "--watch takes files and folders"),
    (["validate", "m.json", "d.json", "--group", "--format", "junit"], "m.json must be a file"),
  ])
  func `wrong calls are told with a remedy`(arguments: [String], sentence: String) {
    let outcome = Outcome.of(arguments)
    #expect(outcome.status == (sentence.hasPrefix("m.json") ? 66 : 64))
    #expect(outcome.result == "")
    #expect(outcome.talk.hasPrefix("error: ") && outcome.talk.contains(sentence), "\(outcome)")
  }

  @Test func `without a verb the verbs are listed, and it is an error`() {
    let outcome = Outcome.of([])
    #expect(outcome.status == 64 && outcome.result == "")
    #expect(outcome.talk == HelpText.overview(of: .armature) + "\n")
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help for the command is a result`(arguments: [String]) {
    #expect(
      Outcome.of(arguments)
        == Outcome(status: 0, result: HelpText.overview(of: .armature) + "\n", talk: ""))
  }

  @Test(arguments: CommandTable.armature.verbs.map(\.name))
  func `help for a verb is the same in three spellings`(name: String) throws {
    let help = Outcome.of(["help", name])
    #expect(help.status == 0 && help.talk == "")
    #expect(Outcome.of([name, "--help"]) == help)
    #expect(Outcome.of([name, "-h"]) == help)
  }

  @Test func `options stand anywhere, and operands behind two hyphens`() throws {
    let call = try call(.validate, ["--limit=3", "m", "--lenient", "d", "--", "--limit", "-"])
    #expect(call.operands == ["m", "d", "--limit", "-"])
    #expect(call.number("limit") == 3 && call.has("lenient") && !call.has("group"))
  }

  @Test func `what follows a script belongs to the script`() throws {
    let call = try call(.run, ["--color", "never", "s.swift", "--color", "--", "-x"])
    #expect(call.operands == ["s.swift", "--color", "--", "-x"])
    #expect(call["color"] == "never")
  }

  @Test func `of an option that is repeated the last value counts`() throws {
    #expect(try call(.check, ["m", "--model", "a", "--model=b"])["model"] == "b")
  }

  private func call(_ verb: Verb, _ arguments: [String]) throws -> Call {
    let session = Session(
      arguments: [], variables: [:], result: Output(descriptor: nil), talk: Output(descriptor: nil))
    return try Call(verb, of: .armature, arguments, session)
  }
}
