/// A conversion of a regular expression that may match anywhere in a text to a pattern that must match the whole text.
package struct SearchPattern {
  /// Any text.
  private static let anything = "[\\s\\S]*"

  /// Returns the pattern; `nil` if an anchor stands inside the expression.
  package static func translated(_ source: String) -> String? {
    let branches = branches(of: Array(source.unicodeScalars))
    var translated: [String] = []
    for branch in branches {
      guard let pattern = pattern(of: branch) else { return nil }
      translated.append(pattern)
    }
    return translated.joined(separator: "|")
  }

  /// Returns the alternatives: the parts between the bars outside of groups.
  private static func branches(of source: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var (branches, depth) = ([[Unicode.Scalar]()], 0)
    walk(source) { scalar, text, isLiteral in
      if !isLiteral {
        if scalar == "(" { depth += 1 }
        if scalar == ")" { depth -= 1 }
        if scalar == "|", depth == 0 { return branches.append([]) }
      }
      branches[branches.count - 1] += text
    }
    return branches
  }

  private static func pattern(of branch: [Unicode.Scalar]) -> String? {
    var middle = branch[...]
    let startsAtStart = middle.first == "^"
    if startsAtStart { middle = middle.dropFirst() }
    var (endsAtEnd, edges, last) = (false, 0, false)
    walk(Array(middle)) { scalar, _, isLiteral in
      last = !isLiteral && scalar == "$"
      if !isLiteral, scalar == "$" || scalar == "^" { edges += 1 }
    }
    if last {
      endsAtEnd = true
      edges -= 1
      middle = middle.dropLast()
    }
    guard edges == 0 else { return nil }
    var text = ""
    text.unicodeScalars.append(contentsOf: middle)
    if startsAtStart, endsAtEnd { return inner(of: Array(middle)) ?? text }
    return (startsAtStart ? "" : anything) + "(?:\(text))" + (endsAtEnd ? "" : anything)
  }

  /// Returns the content of a group that spans the whole text.
  private static func inner(of text: [Unicode.Scalar]) -> String? {
    guard text.starts(with: "(?:".unicodeScalars), text.last == ")" else { return nil }
    var (depth, offset, end) = (0, 0, Int?.none)
    walk(text) { scalar, part, isLiteral in
      if !isLiteral, scalar == "(" { depth += 1 }
      if !isLiteral, scalar == ")" {
        depth -= 1
        if depth == 0, end == nil { end = offset }
      }
      offset += part.count
    }
    guard end == text.count - 1 else { return nil }
    var inner = ""
    inner.unicodeScalars.append(contentsOf: text.dropFirst(3).dropLast())
    return inner
  }

  /// Visits the characters. An escape is visited as a single character. Escapes and members of sets are literals.
  private static func walk(
    _ source: [Unicode.Scalar],
    _ body: (_ scalar: Unicode.Scalar, _ text: ArraySlice<Unicode.Scalar>, _ isLiteral: Bool) ->
      Void
  ) {
    var (index, isInSet) = (0, false)
    while index < source.count {
      let scalar = source[index]
      let count = scalar == "\\" && index + 1 < source.count ? 2 : 1
      let isLiteral = count == 2 || isInSet
      if count == 1, scalar == "[", !isInSet {
        isInSet = true
      } else if count == 1, scalar == "]" {
        isInSet = false
      }
      body(scalar, source[index..<(index + count)], isLiteral)
      index += count
    }
  }
}
