/// A translation of a pattern of the model to an equivalent ECMA-262 regular expression.
///
/// The result uses only features that most other dialects also have.
struct SchemaPattern {
  private var rest: Substring.UnicodeScalarView
  private var result = ""
  private var dotMatchesAll = false

  /// Returns an expression that matches a whole text, or `nil` if the pattern cannot be translated.
  static func translated(_ source: String) -> String? {
    var pattern = SchemaPattern(rest: Substring(source).unicodeScalars)
    return pattern.translate().map { "^(?:\($0))$" }
  }

  private static let space = "\\t\\n\\x0B\\f\\r "
  private static let lineEnds = "\\n-\\r\\u0085\\u2028\\u2029"
  private static let blanks = "\\t \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000"

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func translate() -> String? {
    if take("(?s)") { dotMatchesAll = true }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": if !escape() { return nil }
      case "[": if !set() { return nil }
      case "(":
        if !group() { return nil }
      case "{": if !repetition() { return nil }
      case ".": result += dotMatchesAll ? "[\\s\\S]" : "[^\(Self.lineEnds)]"
      // Anchors appear only at the edges, where matching the whole text implies them.
      case "^", "$": break
      case ")", "|", "*", "+", "?": result.unicodeScalars.append(scalar)
      default: result += Self.literal(scalar, inSet: false)
      }
    }
    return result
  }

  private mutating func group() -> Bool {
    if take("?<") {
      guard let first = rest.first, first != "=", first != "!", let end = rest.firstIndex(of: ">")
      else {
        return false
      }
      rest = rest[rest.index(after: end)...]
    } else if rest.first == "?", !take("?:") {
      return false
    }
    result += "(?:"
    return true
  }

  /// Translates the bounds of a repetition.
  private mutating func repetition() -> Bool {
    let bounds = rest.prefix { "0"..."9" ~= $0 || $0 == "," }
    guard bounds.first.map({ $0 != "," }) ?? false, rest.dropFirst(bounds.count).first == "}" else {
      return false
    }
    result += "{\(String(bounds))}"
    rest = rest.dropFirst(bounds.count + 1)
    return true
  }

  /// Translates an escape outside of a set.
  private mutating func escape() -> Bool {
    guard let scalar = rest.popFirst() else { return false }
    switch scalar {
    case "A", "z", "Z": return true
    case "Q":
      while !rest.isEmpty, !take("\\E") {
        guard let literal = rest.popFirst() else { break }
        result += Self.literal(literal, inSet: false)
      }
      return true
    case "D", "W", "S", "H", "V":
      guard let members = Self.members(of: String(scalar).lowercased()) else { return false }
      result += "[^\(members)]"
      return true
    default:
      if let members = Self.members(of: String(scalar)) {
        result += "[\(members)]"
        return true
      }
      guard let literal = escaped(scalar) else { return false }
      result += Self.literal(literal, inSet: false)
      return true
    }
  }

  /// Translates a set after its opening bracket.
  private mutating func set() -> Bool {
    var text = take("^") ? "[^" : "["
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]" {
        if isFirst { return false }
        result += text + "]"
        return true
      }
      isFirst = false
      if scalar == "[" || scalar == "&" && rest.first == "&" { return false }
      if scalar == "\\", let next = rest.first, let members = Self.members(of: String(next)) {
        rest.removeFirst()
        text += members
        continue
      }
      guard let start = member(scalar) else { return false }
      text += Self.literal(start, inSet: true)
      guard rest.first == "-", rest.dropFirst().first != "]", rest.count > 1 else { continue }
      rest.removeFirst()
      guard let scalar = rest.popFirst(), scalar != "[", let end = member(scalar) else {
        return false
      }
      text += "-" + Self.literal(end, inSet: true)
    }
    return false
  }

  /// Returns the scalar of a set's member.
  private mutating func member(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar != "\\" { return scalar }
    return rest.popFirst().flatMap { escaped($0) }
  }

  /// Returns the scalar that an escape stands for; `nil` if it does not stand for a single scalar.
  private mutating func escaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "t": "\t"
    case "n": "\n"
    case "r": "\r"
    case "f": "\u{C}"
    case "e": "\u{1B}"
    case "a": "\u{7}"
    case "x": take("{") ? number(digits: nil) : number(digits: 2)
    case "u": number(digits: 4)
    case "U": number(digits: 8)
    case "0"..."9", "A"..."Z", "a"..."z": nil
    default: scalar
    }
  }

  /// Returns the scalar with a hexadecimal number. The number ends at a brace, unless its length is fixed.
  private mutating func number(digits count: Int?) -> Unicode.Scalar? {
    let digits = count.map { rest.prefix($0) } ?? rest.prefix { $0 != "}" }
    rest = rest.dropFirst(digits.count)
    if count == nil, !take("}") { return nil }
    return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Returns the members of the set for a letter.
  private static func members(of letter: String) -> String? {
    switch letter {
    case "d": "0-9"
    case "w": "A-Za-z0-9_"
    case "s": space
    case "h": blanks
    case "v": lineEnds
    default: nil
    }
  }

  private static func literal(_ scalar: Unicode.Scalar, inSet: Bool) -> String {
    switch scalar {
    case "\\", "[", "]", "^": "\\\(scalar)"
    case "-" where inSet: "\\-"
    case "$", ".", "*", "+", "?", "(", ")", "{", "}", "|": inSet ? "\(scalar)" : "\\\(scalar)"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default: String(scalar)
    }
  }
}
