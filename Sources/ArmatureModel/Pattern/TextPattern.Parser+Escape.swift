extension TextPattern.Parser {
  /// The meaning of an escape for a single scalar.
  enum Escape {
    case scalar(Unicode.Scalar)
    case set(TextPattern.ScalarSet)
  }

  /// Reads an escape outside a class and appends its meaning.
  mutating func parseEscape() throws(TextPattern.SyntaxError) {
    switch peek(1) {
    case "A": appendEdge(.start, from: position, length: 2)
    case "z", "Z": appendEdge(.end, from: position, length: 2)
    case "Q": appendQuotation()
    default:
      switch try parseScalarEscape() {
      case .scalar(let scalar): append(literal: scalar)
      case .set(let set): append(set)
      }
    }
  }

  /// Reads an escape that matches a single scalar.
  mutating func parseScalarEscape() throws(TextPattern.SyntaxError) -> Escape {
    let start = position
    position += 1
    guard let letter = peek() else { throw error(.trailingBackslash, from: start) }
    position += 1
    switch letter {
    case "d": return .set(.digits)
    case "D": return .set(TextPattern.ScalarSet.digits.inverted)
    case "w": return .set(.wordCharacters)
    case "W": return .set(TextPattern.ScalarSet.wordCharacters.inverted)
    case "s": return .set(.whiteSpace)
    case "S": return .set(TextPattern.ScalarSet.whiteSpace.inverted)
    case "h": return .set(.horizontalSpace)
    case "H": return .set(TextPattern.ScalarSet.horizontalSpace.inverted)
    case "v": return .set(.lineTerminators)
    case "V": return .set(.allButLineTerminators)
    case "p", "P": return .set(try parseProperty(isInverted: letter == "P", from: start))
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "f": return .scalar("\u{0C}")
    case "e": return .scalar("\u{1B}")
    case "a": return .scalar("\u{07}")
    case "u": return .scalar(try parseHexadecimal(digits: 4, from: start))
    case "U": return .scalar(try parseHexadecimal(digits: 8, from: start))
    case "x": return .scalar(try parseHexadecimal(digits: 2, from: start))
    case "1"..."9", "k": throw error(.backReference, from: start)
    case "b", "B": throw error(.wordBoundary, from: start)
    case "G", "N", "R", "X", "c", "0": throw error(.unsupportedEscape, from: start)
    case "A"..."Z", "a"..."z": throw error(.unknownEscape, from: start)
    default: return .scalar(letter)
    }
  }

  /// Reads the hexadecimal number of a scalar. It has a fixed number of digits, or any number of digits in braces after
  /// `\x`.
  private mutating func parseHexadecimal(
    digits: Int, from start: Int
  ) throws(TextPattern.SyntaxError) -> Unicode.Scalar {
    let isBraced = digits == 2 && skip("{")
    let first = position
    var value: UInt32 = 0
    while let digit = peek().flatMap({ Character($0).hexDigitValue }), peek()?.isASCII == true,
      isBraced || position - first < digits
    {
      value = min(value * 16 + UInt32(digit), 0xFF_FFFF)
      position += 1
    }
    let isComplete = isBraced ? position > first && skip("}") : position - first == digits
    guard isComplete, let scalar = Unicode.Scalar(value) else {
      throw error(.invalidEscape, from: start)
    }
    return scalar
  }

  /// Reads the name of a property, `L` or `{Lu}` or `{^Lu}`.
  private mutating func parseProperty(
    isInverted: Bool, from start: Int
  ) throws(TextPattern.SyntaxError) -> TextPattern.ScalarSet {
    var name = String.UnicodeScalarView()
    var isInverted = isInverted
    if skip("{") {
      if skip("^") { isInverted.toggle() }
      while let scalar = peek(), scalar != "}" {
        name.append(scalar)
        position += 1
      }
      guard skip("}") else { throw error(.invalidProperty, from: start, to: start + 3) }
    } else if let scalar = peek() {
      name.append(scalar)
      position += 1
    }
    if name.isEmpty { throw error(.invalidProperty, from: start) }
    guard let set = TextPattern.ScalarProperty.scalars(named: String(name)) else {
      throw error(.unknownProperty, from: start)
    }
    return isInverted ? set.inverted : set
  }

  /// Appends the text between `\Q` and `\E`, or up to the end of the pattern.
  private mutating func appendQuotation() {
    position += 2
    while let scalar = peek() {
      position += 1
      if scalar == "\\" && skip("E") { return }
      append(literal: scalar)
    }
  }
}

extension TextPattern.Parser {
  /// Reads a class such as `[^a-z\d]`.
  mutating func parseClass() throws(TextPattern.SyntaxError) -> TextPattern.ScalarSet {
    let start = position
    if let end = endOfPosixProperty { throw error(.unknownProperty, from: start, to: end) }
    position += 1
    let isInverted = skip("^")
    let first = position
    var written: [ClosedRange<UInt32>] = []
    var named: [ClosedRange<UInt32>] = []
    // A "]" at the start of a class is literal.
    while position == first || peek() != "]" {
      guard peek() != nil else { throw error(.unclosedClass, from: start, to: start + 1) }
      let memberStart = position
      switch try parseMember() {
      case .set(let set): named += set.ranges
      case .scalar(let lower):
        let upper = try parseUpperBound(from: memberStart) ?? lower
        guard lower <= upper else { throw error(.reversedRange, from: memberStart) }
        written.append(lower.value...upper.value)
      }
    }
    position += 1
    if ignoresCase {
      written = TextPattern.CaseFolding.closure(of: TextPattern.ScalarSet(written)).ranges
    }
    let set = TextPattern.ScalarSet(written + named)
    return isInverted ? set.inverted : set
  }

  /// The end of a property in ICU's syntax, `[:alpha:]`.
  private var endOfPosixProperty: Int? {
    guard peek(1) == ":" else { return nil }
    var end = position + 2
    while end + 1 < scalars.count, scalars[end] != "]" {
      if scalars[end] == ":" && scalars[end + 1] == "]" { return end + 2 }
      end += 1
    }
    return nil
  }

  /// Reads one scalar or escape in a class.
  private mutating func parseMember() throws(TextPattern.SyntaxError) -> Escape {
    if isAtSetOperation { throw error(.setOperation, from: position, to: position + 1) }
    guard let scalar = peek(), scalar != "\\" else { return try parseScalarEscape() }
    position += 1
    return .scalar(scalar)
  }

  /// Reads the upper bound of a range. Returns `nil` for a single character.
  private mutating func parseUpperBound(
    from start: Int
  ) throws(TextPattern.SyntaxError) -> Unicode.Scalar? {
    guard peek() == "-", let next = peek(1), next != "]" else { return nil }
    if isAtSetOperation { throw error(.setOperation, from: position, to: position + 1) }
    position += 1
    guard case .scalar(let upper) = try parseMember() else {
      throw error(.invalidRange, from: start)
    }
    return upper
  }

  /// Whether ICU would parse the next characters as a nested set, an intersection or a difference.
  private var isAtSetOperation: Bool {
    switch peek() {
    case "[": true
    case "&": peek(1) == "&"
    case "-": peek(1) == "-"
    default: false
    }
  }
}
