import Foundation
import Testing

@testable import ArmatureCommands

/// What messages and help texts tell readers to write: that each function, case, option and command is there.
@Suite struct RemedyNameTests {
  /// The text of each source file, by its path.
  private static let sources: [(path: String, text: String)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.map {
      ($0.path, (try? String(contentsOf: $0, encoding: .utf8)) ?? "")
    }
  }()

  /// What stands between quotes, with the file that has it.
  private static let literals = sources.flatMap { path, text in
    literals(in: text).map { (path: path, text: $0) }
  }

  /// The words behind a word, wherever it stands in the sources.
  private static func words(behind word: String) -> [Substring] {
    sources.flatMap { source in
      source.text.components(separatedBy: word).dropFirst().map { $0[...] }
    }
  }

  /// The labels of the parameters of each function, by its name.
  private static let functions: [String: [[String]]] = {
    var functions: [String: [[String]]] = [:]
    for text in words(behind: "func ") {
      guard let start = text.firstIndex(of: "(") else { continue }
      let name = text[..<start].prefix { $0 != "<" && !$0.isWhitespace }
      functions[String(name), default: []].append(labels(text[start...].dropFirst()))
    }
    return functions
  }()

  /// The labels in the text of some parameters, up to the parenthesis behind them.
  private static func labels(_ text: Substring) -> [String] {
    var (labels, depth, parameter, last) = ([String](), 0, "", Character(" "))
    func add() {
      let first = parameter.split { $0.isWhitespace }.first { !$0.hasPrefix("@") }
      if let first { labels.append(String(first.prefix { $0 != ":" })) }
      parameter = ""
    }
    for character in text {
      if depth == 0, character == ")" { break }
      if "([{<".contains(character) { depth += 1 }
      // Not the one of an arrow.
      if ")]}>".contains(character), last != "-" { depth -= 1 }
      if depth == 0, character == "," {
        add()
      } else {
        parameter.append(character)
      }
      last = character
    }
    add()
    return labels
  }

  /// What stands between quotes in code, with texts that are joined by a plus as one, and with an X for what is computed.
  private static func literals(in source: String) -> [String] {
    var (literals, current, isOpen) = ([String](), [UInt8](), false)
    for line in source.utf8.split(separator: 0x0A) {
      let code = line.drop { $0 == 0x20 }
      if code.starts(with: "//".utf8) { continue }
      var rest = code[...]
      while let byte = rest.popFirst() {
        guard byte == 0x22 else {
          if byte != 0x20, byte != 0x2B, !isOpen, !current.isEmpty {
            literals.append(String(decoding: current, as: UTF8.self))
            current = []
          }
          continue
        }
        isOpen = true
        while isOpen, let byte = rest.popFirst() {
          if byte == 0x22 {
            isOpen = false
          } else if byte == 0x5C, let escaped = rest.popFirst() {
            if escaped != 0x28 {
              current.append(escaped)
              continue
            }
            var depth = 1
            while depth > 0, let byte = rest.popFirst() {
              depth += byte == 0x28 ? 1 : byte == 0x29 ? -1 : 0
            }
            current.append(0x58)
          } else {
            current.append(byte)
          }
        }
        isOpen = false
      }
    }
    return literals + (current.isEmpty ? [] : [String(decoding: current, as: UTF8.self)])
  }

  /// Whether some labels are among others, in their order: those of parameters with defaults may be left out.
  private static func has(_ labels: [String], in others: [String]) -> Bool {
    var rest = others[...]
    return labels.allSatisfy { label in
      guard let place = rest.firstIndex(of: label) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  private static func expectAll(
    _ pattern: Regex<(Substring, Substring)>, withOneOf marks: String.UTF8View = "(.-".utf8,
    besides others: Set<String> = [],
    isThere: (Substring) throws -> Bool
  ) rethrows {
    var count = 0
    for (path, literal) in literals where literal.utf8.contains(where: marks.contains) {
      for match in literal.matches(of: pattern) where !others.contains(String(match.output.1)) {
        count += 1
        #expect(try isThere(match.output.1), "\(match.output.0) in \(path)")
      }
    }
    #expect(count > 20, "The pattern finds too little.")
  }

  @Test func `each function that a message names is there, with these labels`() {
    // What others have: Swift, and PostgreSQL.
    let others: Set = ["now()", "starts(with:)"]
    Self.expectAll(/(?:^|[^\\\w.@#])([a-z]\w+\((?:\w+:)*\))/, besides: others) { call in
      let parts = call.dropLast().split(separator: "(", maxSplits: 1)
      let labels = parts.dropFirst().first.map { $0.split(separator: ":").map(String.init) } ?? []
      return Self.functions[String(parts[0])]?.contains { Self.has(labels, in: $0) } ?? false
    }
  }

  @Test func `each case that a message names is there`() {
    // The endings of files and addresses, a command of SQLite, and what Swift has.
    let others: Set = [
      "com", "org", "git", "gitignore", "init", "jsonl", "local", "mom", "nan", "omo", "recover",
      "swift", "tsv",
      "xccurrentversion", "xcdatamodel", "xcdatamodeld", "xml", "band",
    ]
    let words = ["static let ", "func ", "var "].flatMap(Self.words).map { text in
      text.prefix { $0.isLetter || $0.isNumber }
    }
    let cases = Self.words(behind: "case ").flatMap { text in
      text.prefix { !"\n:{".contains($0) }.split { !$0.isLetter && !$0.isNumber }
    }
    let declared = Set(words + cases)
    Self.expectAll(/(?:^|[ (:\[])\.([a-z]\w+)/, besides: others) { declared.contains($0) }
  }

  @Test func `each option that a message names is there, for the verb that it names`() {
    let verbs = CommandTable.armature.verbs
    let common = Set(Verb.commonOptions.map(\.name))
    let all = common.union(verbs.flatMap { $0.options.map(\.name) })
    // Words of CSS, and the option that is refused with a reason.
    let others: Set = ["wrap", "row", "zca", "key"]
    Self.expectAll(/--([a-z][a-z-]+)/, besides: others) { all.contains(String($0)) }
    // `armature store create --history`
    Self.expectAll(/(?:^|[^\w\/])(armature [a-z]+(?: [a-z]+)?(?: --[a-z-]+)?)/, withOneOf: "a".utf8)
    { call in
      let words = call.split(separator: " ").dropFirst().map(String.init)
      guard let verb = verbs.first(where: { $0.name == words[0] }) else { return false }
      if verb.name == "store", case .words(let actions) = verb.operands[0].values,
        !actions.contains(words.dropFirst().first ?? "")
      {
        return false
      }
      guard let option = words.last, option.hasPrefix("--") else { return true }
      let name = String(option.dropFirst(2))
      return common.contains(name) || verb.options.contains { $0.name == name }
    }
  }

  @Test func `each parameter that a message names is there`() {
    // Types of Foundation have theirs.
    let others: Set = ["Date", "Decimal", "String", "URL", "UUID"]
    Self.expectAll(/(?:^|[^\w])([A-Z]\w+\([^()]*\w+: ?[^()]*\))/) { call in
      let type = call.prefix { $0 != "(" }
      if others.contains(String(type)) { return true }
      let text = Self.sources.filter {
        $0.path.split(separator: "/").last?.hasPrefix(type) ?? false
      }
      .map(\.text).joined(separator: "\n")
      let initializers = text.matches(of: /init\??(?:<[^(]*>)?\(/).map {
        Self.labels(text[$0.range.upperBound...])
      }
      let labels = call.matches(of: /(\w+):/).map { String($0.output.1) }
      return initializers.contains { Self.has(labels, in: $0) }
    }
  }
}
