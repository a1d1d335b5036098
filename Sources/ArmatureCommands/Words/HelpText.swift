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

/// Creates the manual page from the table of commands. It is written in the macros of `man`.
enum ManualPage {
  static func text(of table: CommandTable) -> String {
    var lines = [
      ".\\\" Made by \"armature manual\".",
      ".TH ARMATURE 1", ".SH NAME", "armature \\- scripts and checks with declarative models",
      ".SH SYNOPSIS", ".B armature", "\\fIverb\\fR [\\fIoptions\\fR] [\\fIargument\\fR...]",
      ".SH DESCRIPTION", escaped(table.summary),
    ]
    for verb in table.verbs {
      lines += [".SH \(verb.name.uppercased())", "\\fB\(escaped(verb.usage))\\fR", ".PP"]
      lines.append(escaped(HelpText.sentence(verb)))
      for paragraph in verb.details { lines += [".PP", escaped(paragraph)] }
      for operand in verb.operands {
        lines += [".TP", "\\fI\(escaped(operand.name))\\fR", escaped(operand.help)]
      }
      for option in verb.allOptions {
        lines += [".TP", "\\fB\(escaped(option.usage))\\fR", escaped(option.help)]
      }
      for example in verb.examples {
        lines += [".TP", "\\fB\(escaped(example.call))\\fR", escaped(example.meaning)]
      }
    }
    lines.append(".SH \"EXIT STATUS\"")
    for status in ExitStatus.allCases {
      lines += [".TP", "\\fB\(status.rawValue)\\fR", escaped(status.meaning)]
    }
    lines += [
      ".SH ENVIRONMENT", ".TP", "\\fBNO_COLOR\\fR, \\fBCLICOLOR_FORCE\\fR, \\fBTERM\\fR",
      "no colours; colours everywhere; the kind of the terminal", ".TP", "\\fBXDG_CACHE_HOME\\fR",
      "the folder that has the cache of compiled scripts, in a folder of its own",
    ]
    return lines.joined(separator: "\n")
  }

  /// Returns a text without characters that the formatter would interpret.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
