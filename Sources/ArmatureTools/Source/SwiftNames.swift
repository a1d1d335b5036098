/// Names of functions, each given once.
struct SwiftNames {
  private var taken: Set<String> = ["model", "main"]

  private static let words: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A name for the function that declares an entity: `makeBook`.
  mutating func function(for entity: String) -> String {
    let letters = entity.unicodeScalars.filter { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    let start = letters.isEmpty ? "Entity" : String(String.UnicodeScalarView(letters))
    let stem = "make" + start.prefix(1).uppercased() + start.dropFirst()
    var name = stem
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(stem)\(number)"
      number += 1
    }
    return name
  }

  /// Whether a name can stand behind a dot as it is.
  static func isPlain(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, first == "_" || first.isASCII && first.properties.isAlphabetic
    else { return false }
    let isWord = scalars.allSatisfy { scalar in
      scalar == "_"
        || scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    return isWord && name != "_" && !words.contains(name)
  }
}
