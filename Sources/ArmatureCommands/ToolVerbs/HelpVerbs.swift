extension Verb {
  static let help = Verb(
    name: "help", summary: "explains a verb, with its options and examples",
    operands: [Operand(name: "verb", help: "the verb", arity: .optional, values: .verb)],
    examples: [
      Example("armature help", "lists the verbs."),
      Example("armature help validate", "explains a verb."),
    ],
    work: .alone { call in
      let text = try call.operands.first.map { HelpText.text(try call.table.verb($0)) }
      call.session.result.line(text ?? HelpText.overview(of: call.table))
      return .success
    })

  static let completions = Verb(
    name: "completions", summary: "prints a script that completes the command in a shell",
    operands: [
      Operand(
        name: "shell", help: "bash, zsh or fish",
        values: .words(Completions.Shell.allCases.map(\.rawValue)))
    ],
    examples: [
      Example("source <(armature completions bash)", "enables completion in this shell."),
      Example(
        "armature completions fish > ~/.config/fish/completions/armature.fish",
        "enables completion in all future fish shells."),
    ],
    work: .alone { call in
      guard let shell = Completions.Shell(rawValue: call.operands[0]) else {
        throw call.wrong(
          Suggestion.text(
            call.operands[0], "is not one of bash, zsh and fish",
            among: Completions.Shell.allCases.map(\.rawValue)))
      }
      call.session.result.line(Completions(call.table).script(for: shell))
      return .success
    })

  static let manual = Verb(
    name: "manual", summary: "prints the manual page",
    operands: [],
    examples: [
      Example("armature manual | man -l -", "shows the manual page."),
      Example("armature manual > armature.1", "saves it."),
    ],
    work: .alone { call in
      call.session.result.line(ManualPage.text(of: call.table))
      return .success
    })
}
