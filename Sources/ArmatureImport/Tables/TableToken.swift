/// A token of an SQL statement.
enum TableToken: Hashable {
  /// A name or keyword without quotes, as written.
  case word(String)
  /// A name in double quotes, brackets or backticks.
  case name(String)
  case string(String)
  case number(String)
  case sign(String)

  /// The token as a column name, if possible.
  var identifier: String? {
    switch self {
    case .word(let text), .name(let text): text
    case .string, .number, .sign: nil
    }
  }

  /// Returns whether the token is a keyword.
  func isWord(_ word: String) -> Bool {
    if case .word(let text) = self { text.uppercased() == word } else { false }
  }

  /// Returns the tokens of a text, without comments.
  static func tokens(of text: String) -> [TableToken] {
    var scanner = Scanner(Array(text.unicodeScalars))
    var tokens: [TableToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// Returns the tokens as SQL, separated by spaces.
  static func text(_ tokens: some Sequence<TableToken>) -> String {
    tokens.map { token in
      switch token {
      case .word(let text), .number(let text), .sign(let text): text
      case .name(let text): "\"\(text)\""
      case .string(let text): "'\(text)'"
      }
    }.joined(separator: " ")
  }

  private struct Scanner {
    private let text: [Unicode.Scalar]
    private var place = 0

    init(_ text: [Unicode.Scalar]) { self.text = text }

    mutating func next() -> TableToken? {
      skipBlanks()
      guard place < text.count else { return nil }
      let scalar = text[place]
      switch scalar {
      case "'": return .string(quoted(until: "'"))
      case "\"", "`": return .name(quoted(until: scalar))
      case "[": return .name(quoted(until: "]"))
      case "0"..."9", ".": return .number(run { Self.isPartOfNumber($0) })
      case _ where Self.isPartOfWord(scalar): return .word(run { Self.isPartOfWord($0) })
      default:
        place += 1
        if place < text.count,
          ["<=", ">=", "<>", "!=", "==", "||"].contains("\(scalar)\(text[place])")
        {
          place += 1
          return .sign("\(scalar)\(text[place - 1])")
        }
        return .sign(String(scalar))
      }
    }

    private mutating func run(_ isPart: (Unicode.Scalar) -> Bool) -> String {
      let start = place
      repeat { place += 1 } while place < text.count && isPart(text[place])
      var run = ""
      run.unicodeScalars.append(contentsOf: text[start..<place])
      return run
    }

    /// Reads up to a quotation mark; a doubled mark stands for itself.
    private mutating func quoted(until mark: Unicode.Scalar) -> String {
      var quoted = ""
      place += 1
      while place < text.count {
        let scalar = text[place]
        place += 1
        if scalar == mark {
          guard place < text.count, text[place] == mark, mark != "]" else { break }
          place += 1
        }
        quoted.unicodeScalars.append(scalar)
      }
      return quoted
    }

    private mutating func skipBlanks() {
      while place < text.count {
        if text[place].properties.isWhitespace {
          place += 1
        } else if text[place] == "-", place + 1 < text.count, text[place + 1] == "-" {
          while place < text.count, text[place] != "\n" { place += 1 }
        } else if text[place] == "/", place + 1 < text.count, text[place + 1] == "*" {
          place += 2
          while place < text.count, !(text[place - 1] == "*" && text[place] == "/") { place += 1 }
          place = min(place + 1, text.count)
        } else {
          return
        }
      }
    }

    private static func isPartOfNumber(_ scalar: Unicode.Scalar) -> Bool {
      "0"..."9" ~= scalar || scalar == "." || "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar == "$" || isPartOfNumber(scalar) && scalar != "."
        || !scalar.isASCII && !scalar.properties.isWhitespace
    }
  }
}
