/// Generates shell completion scripts from the table of commands.
struct Completions {
  private let verbs: [Verb]

  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  init(_ table: CommandTable) { verbs = table.verbs }

  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var names: String { verbs.map(\.name).joined(separator: " ") }

  private func words(_ values: Verb.Operand.Values) -> [String] {
    switch values {
    case .words(let words): words
    case .verb: verbs.map(\.name)
    case .file, .folder, .none: []
    }
  }

  private var bash: String {
    var lines = [
      "# bash completion for armature, made by \"armature completions bash\"",
      "_armature() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  COMPREPLY=()",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W \"\(names)\" -- \"$word\"))",
      "    return",
      "  fi",
      "  case \"${COMP_WORDS[1]} $previous\" in",
    ]
    for verb in verbs {
      for option in verb.allOptions {
        let reply: String
        switch option.value {
        case .none: continue
        case .text, .texts, .number: reply = ""
        case .folder: reply = "COMPREPLY=($(compgen -d -- \"$word\")); "
        case .file: reply = "COMPREPLY=($(compgen -f -- \"$word\")); "
        case .word(let words):
          reply = "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); "
        }
        lines.append("    \"\(verb.name) --\(option.name)\") \(reply)return ;;")
      }
    }
    lines += ["  esac", "  case ${COMP_WORDS[1]} in"]
    for verb in verbs {
      let options =
        verb.allOptions.map { "--" + $0.name } + verb.operands.flatMap { words($0.values) }
      lines.append(
        "    \(verb.name)) COMPREPLY=($(compgen -W \"\(options.joined(separator: " "))\" -- \"$word\")) ;;"
      )
    }
    lines += [
      "  esac", "}", "complete -o default -o bashdefault -F _armature armature",
    ]
    return lines.joined(separator: "\n")
  }

  private var zsh: String {
    var lines = [
      "#compdef armature", "# made by \"armature completions zsh\"", "_armature() {",
      "  local -a verbs", "  verbs=(",
    ]
    lines += verbs.map { "    \(Self.quoted("\($0.name):\($0.summary)"))" }
    lines += [
      "  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs", "    return", "  fi",
      "  local verb=$words[2]", "  shift words", "  (( CURRENT-- ))", "  case $verb in",
    ]
    for verb in verbs {
      let options = verb.allOptions.map { option in
        let value =
          switch option.value {
          case .none: ""
          case .text(let name), .texts(let name), .number(let name): ":\(name):"
          case .folder(let name): ":\(name):_files -/"
          case .file(let name): ":\(name):_files"
          case .word(let words): ":\(option.name):(\(words.joined(separator: " ")))"
          }
        let equals = value.isEmpty ? "" : "="
        let star = if case .texts = option.value { "*" } else { "" }
        return Self.quoted("\(star)--\(option.name)\(equals)[\(option.help)]\(value)")
      }
      let operands = verb.operands.map { operand in
        let action =
          switch operand.values {
          case .file: "_files"
          case .folder: "_files -/"
          case .none: ""
          case .words, .verb: "(\(words(operand.values).joined(separator: " ")))"
          }
        let place = operand.arity == .any || operand.arity == .oneOrMore ? "*:" : ":"
        return Self.quoted("\(place)\(operand.name):\(action)")
      }
      lines.append("    \(verb.name)) _arguments \((options + operands).joined(separator: " ")) ;;")
    }
    lines += ["  esac", "}", "_armature \"$@\""]
    return lines.joined(separator: "\n")
  }

  private var fish: String {
    var lines = ["# fish completion for armature, made by \"armature completions fish\""]
    for verb in verbs {
      lines.append(
        "complete -c armature -n __fish_use_subcommand -f -a \(verb.name) -d \(Self.quoted(verb.summary))"
      )
    }
    for verb in verbs {
      let start = "complete -c armature -n '__fish_seen_subcommand_from \(verb.name)'"
      for option in verb.allOptions {
        let value =
          switch option.value {
          case .none: ""
          case .text, .texts, .number: " -x"
          case .folder: " -x -a '(__fish_complete_directories)'"
          case .file: " -r"
          case .word(let words): " -x -a '\(words.joined(separator: " "))'"
          }
        lines.append("\(start) -l \(option.name)\(value) -d \(Self.quoted(option.help))")
      }
      let fixed = verb.operands.flatMap { words($0.values) }
      if !fixed.isEmpty { lines.append("\(start) -f -a '\(fixed.joined(separator: " "))'") }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a word in single quotes, valid in all three shells.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
