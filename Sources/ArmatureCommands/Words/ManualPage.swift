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
