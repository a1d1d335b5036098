/// Generates the texts of `armature help` from the table of commands.
enum HelpText {
  /// Returns the list of commands, one per line.
  static func overview(of table: CommandTable) -> String {
    let verbs = table.verbs.map { (term: $0.name, text: $0.summary) }
    let lines =
      ["usage: armature <verb> [options] <argument>...", ""] + [table.summary, "", "verbs:"]
      + Columns.list(verbs) + ["", "examples:"]
      + examples(table.examples)
      + ["", "\"armature help <verb>\" says more; --version prints the version. Exit statuses:"]
      + statuses
    return lines.joined(separator: "\n")
  }

  /// Returns the complete help of a command.
  static func text(_ verb: Verb) -> String {
    var lines = Columns.wrapped("usage: " + verb.usage) + [""] + Columns.wrapped(sentence(verb))
    for paragraph in verb.details { lines += [""] + Columns.wrapped(paragraph) }
    if !verb.operands.isEmpty {
      lines += ["", "arguments:"] + Columns.list(verb.operands.map { ($0.name, $0.help) })
    }
    lines += ["", "options:"] + Columns.list(verb.allOptions.map { ($0.usage, $0.help) })
    lines += ["", "examples:"] + examples(verb.examples)
    return lines.joined(separator: "\n")
  }

  /// Returns the summary as a sentence.
  static func sentence(_ verb: Verb) -> String {
    verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + "."
  }

  private static func examples(_ examples: [Verb.Example]) -> [String] {
    examples.flatMap { ["  \($0.call)"] + Columns.wrapped($0.meaning, indent: 6) }
  }

  private static var statuses: [String] {
    Columns.list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }
}
