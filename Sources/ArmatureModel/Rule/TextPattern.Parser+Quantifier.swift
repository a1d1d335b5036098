extension TextPattern.Parser {
  /// Reads a quantifier and applies it to the part before it.
  mutating func parseQuantifier() throws(TextPattern.SyntaxError) {
    let start = position
    let bounds = try parseBounds()
    if peek() == "+" {
      throw error(.possessiveQuantifier, from: start, to: position + 1)
    }
    try repeatLast(atLeast: bounds.atLeast, atMost: bounds.atMost, from: start)
    // Lazy or greedy: a whole match is the same.
    _ = skip("?")
  }

  private mutating func parseBounds() throws(TextPattern.SyntaxError) -> (
    atLeast: Int, atMost: Int?
  ) {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = position
    position += 1
    let atLeast = parseNumber()
    let hasComma = skip(",")
    let atMost = hasComma ? parseNumber() : atLeast
    guard let atLeast, skip("}") else {
      throw error(.invalidRepetition, from: start, to: start + 1)
    }
    guard max(atLeast, atMost ?? 0) <= TextPattern.Limit.repetition else {
      throw error(.repetitionTooLarge, from: start)
    }
    if let atMost, atMost < atLeast { throw error(.reversedRepetition, from: start) }
    return (atLeast, atMost)
  }

  /// Reads a decimal number, or nil if there is none; large ones are only known to be large.
  private mutating func parseNumber() -> Int? {
    var number: Int?
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), TextPattern.Limit.repetition + 1)
      position += 1
    }
    return number
  }
}
