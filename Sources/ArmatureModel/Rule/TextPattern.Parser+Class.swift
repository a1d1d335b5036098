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
    // A "]" that comes first stands for itself.
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

  /// The end of what ICU would read as a property, `[:alpha:]`, and not as a class.
  private var endOfPosixProperty: Int? {
    guard peek(1) == ":" else { return nil }
    var end = position + 2
    while end + 1 < scalars.count, scalars[end] != "]" {
      if scalars[end] == ":" && scalars[end + 1] == "]" { return end + 2 }
      end += 1
    }
    return nil
  }

  /// Reads one scalar or escape inside of a class.
  private mutating func parseMember() throws(TextPattern.SyntaxError) -> Escape {
    if isAtSetOperation { throw error(.setOperation, from: position, to: position + 1) }
    guard let scalar = peek(), scalar != "\\" else { return try parseScalarEscape() }
    position += 1
    return .scalar(scalar)
  }

  /// Reads the upper bound of a range, or nil where no range goes on.
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

  /// Whether ICU would read what follows as a nested set, an intersection or a difference.
  private var isAtSetOperation: Bool {
    switch peek() {
    case "[": true
    case "&": peek(1) == "&"
    case "-": peek(1) == "-"
    default: false
    }
  }
}
