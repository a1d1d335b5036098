/// A check of the syntax of a regular expression of ECMAScript.
///
/// Escapes of letters must have a meaning, as in expressions with the flag `u`. Braces that are not quantifiers are
/// literal, as in expressions without it.
struct ExpressionSyntax {
  private var rest: Substring.UnicodeScalarView
  /// The number of open groups.
  private var depth = 0
  /// Whether a quantifier can follow.
  private var isQuantifiable = false
  private var names: Set<String> = []
  private var references: Set<String> = []

  static func isValid(_ text: String) -> Bool {
    var syntax = ExpressionSyntax(rest: text[...].unicodeScalars)
    while !syntax.rest.isEmpty {
      guard syntax.takeTerm() else { return false }
    }
    return syntax.depth == 0 && syntax.names.isSuperset(of: syntax.references)
  }

  private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  /// Takes a term or a part of it; returns false if it is invalid.
  private mutating func takeTerm() -> Bool {
    switch rest.removeFirst() {
    case "|", "^", "$": isQuantifiable = false
    case "(":
      depth += 1
      isQuantifiable = false
      return takeGroupKind()
    case ")":
      depth -= 1
      isQuantifiable = true
      return depth >= 0
    case "[":
      isQuantifiable = true
      return takeSet()
    case "\\":
      isQuantifiable = rest.first != "b" && rest.first != "B"
      return takeEscape() != nil
    case "*", "+", "?": return endQuantifier()
    case "{":
      guard let (least, most) = takeCounts() else {
        isQuantifiable = true
        return true
      }
      return endQuantifier() && least.precedes(most)
    default: isQuantifiable = true
    }
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func endQuantifier() -> Bool {
    defer { isQuantifiable = false }
    _ = take("?")
    return isQuantifiable
  }

  /// Takes the rest of `{2,5}`. Returns `nil` if the brace is literal.
  private mutating func takeCounts() -> (least: Substring, most: Substring)? {
    var ahead = self
    let least = ahead.takeDigits()
    let most = ahead.take(",") ? ahead.takeDigits() : least
    guard !least.isEmpty, ahead.take("}") else { return nil }
    self = ahead
    return (least, most)
  }

  private mutating func takeDigits() -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest[digits.endIndex...]
    return Substring(digits)
  }

  private mutating func takeGroupKind() -> Bool {
    guard take("?") else { return true }
    for kind in [":", "=", "!", "<=", "<!"] where take(kind) { return true }
    guard take("<"), let name = takeName() else { return false }
    return names.insert(name).inserted
  }

  /// Takes the name of a group, with the bracket after it.
  private mutating func takeName() -> String? {
    guard let end = rest.firstIndex(of: ">") else { return nil }
    let name = rest[..<end]
    rest = rest[end...].dropFirst()
    guard let first = name.first, !("0"..."9").contains(first),
      name.allSatisfy({ $0 == "$" || $0.properties.isIDContinue })
    else { return nil }
    return String(name)
  }

  // MARK: Sets and escapes

  /// Takes the rest of a set.
  private mutating func takeSet() -> Bool {
    _ = take("^")
    while let scalar = rest.popFirst() {
      if scalar == "]" { return true }
      guard let low = takeMember(scalar) else { return false }
      var ahead = self
      guard ahead.take("-"), let next = ahead.rest.popFirst(), next != "]" else { continue }
      guard let high = ahead.takeMember(next) else { return false }
      self = ahead
      if case (.scalar(let low), .scalar(let high)) = (low, high), low > high { return false }
    }
    return false
  }

  /// The meaning of an escape or of a member of a set.
  private enum Meaning {
    case scalar(UInt32)
    case several
  }

  private mutating func takeMember(_ scalar: Unicode.Scalar) -> Meaning? {
    scalar == "\\" ? takeEscape() : .scalar(scalar.value)
  }

  /// Takes the rest of an escape. Returns `nil` if it has no meaning.
  private mutating func takeEscape() -> Meaning? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case "d", "D", "w", "W", "s", "S", "b", "B": return .several
    case "t": return .scalar(0x09)
    case "n": return .scalar(0x0A)
    case "v": return .scalar(0x0B)
    case "f": return .scalar(0x0C)
    case "r": return .scalar(0x0D)
    case "0"..."9":
      _ = takeDigits()
      return .several
    case "c":
      guard let control = rest.popFirst(), control.isASCII, control.properties.isAlphabetic else {
        return nil
      }
      return .scalar(control.value % 32)
    case "x": return takeHexadecimal(digits: 2)
    case "u":
      guard take("{") else { return takeHexadecimal(digits: 4) }
      let digits = rest.prefix { $0 != "}" }
      rest = rest[digits.endIndex...]
      guard take("}"), let value = UInt32(String(digits), radix: 16), value <= 0x10FFFF else {
        return nil
      }
      return .scalar(value)
    case "k":
      guard take("<"), let name = takeName() else { return nil }
      references.insert(name)
      return .several
    case "p", "P":
      guard take("{"), let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
      rest = rest[end...].dropFirst()
      return .several
    default:
      return letter.isASCII && letter.properties.isAlphabetic ? nil : .scalar(letter.value)
    }
  }

  private mutating func takeHexadecimal(digits count: Int) -> Meaning? {
    let digits = rest.prefix(count)
    rest = rest.dropFirst(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    return UInt32(String(digits), radix: 16).map { .scalar($0) }
  }
}

extension Substring {
  /// Returns whether a count is at most another, which may be missing.
  fileprivate func precedes(_ other: Substring) -> Bool {
    let (least, most) = (drop { $0 == "0" }, other.drop { $0 == "0" })
    if other.isEmpty { return true }
    return least.count < most.count || least.count == most.count && least <= most
  }
}
