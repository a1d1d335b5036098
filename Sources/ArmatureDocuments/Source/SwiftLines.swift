/// Breaks expressions into lines.
enum SwiftLines {
  /// The maximum length of a line.
  static let width = 100

  /// Returns the lines of a call or a list. If it is too long for one line, it is broken between its arguments.
  ///
  /// - Parameters:
  ///   - indent: The indentation of the lines.
  ///   - end: The text after the expression.
  static func broken(_ text: String, indent: Int, end: String = "") -> [String] {
    if indent + text.count + end.count <= width { return [text + end] }
    if let closure = closure(in: text) {
      return [closure.head] + broken(closure.body, indent: indent + 2).map { "  \($0)" }
        + ["}" + end]
    }
    guard let parts = parts(of: text) else { return [text + end] }
    var lines = [parts.head]
    if parts.isList, !parts.arguments.contains(where: { $0.contains("(") || $0.contains("[") }) {
      lines += wrapped(parts.arguments, indent: indent + 2).map { "  \($0)" }
      if parts.arguments.count > 1 { lines[lines.count - 1] += "," }
      return lines + [parts.tail + end]
    }
    for (place, part) in parts.arguments.enumerated() {
      let isLast = place == parts.arguments.count - 1
      // A list of several elements has a trailing comma.
      let comma = isLast ? parts.isList && place > 0 ? "," : "" : ","
      let behind = isLast && !parts.isList ? parts.tail + end : comma
      lines += broken(part, indent: indent + 2, end: behind).map { "  \($0)" }
    }
    return parts.isList ? lines + [parts.tail + end] : lines
  }

  /// Returns arguments on as few lines as possible.
  static func wrapped(_ arguments: [String], indent: Int) -> [String] {
    var lines: [String] = []
    var isOpen = false
    for (place, argument) in arguments.enumerated() {
      let end = place < arguments.count - 1 ? "," : ""
      let text = argument + end
      if isOpen, let last = lines.last, indent + last.count + 1 + text.count < width {
        lines[lines.count - 1] = "\(last) \(text)"
      } else {
        let parts = broken(argument, indent: indent, end: end)
        lines += parts
        isOpen = parts.count == 1
      }
    }
    return lines
  }

  /// Returns the parts of a labelled closure that ignores its parameter.
  private static func closure(in text: String) -> (head: String, body: String)? {
    let start = "{ _ in "
    guard text.hasSuffix(" }"), let range = text.firstRange(of: start),
      !text[..<range.lowerBound].contains("\"")
    else { return nil }
    let head = String(text[..<range.lowerBound]) + String(start.dropLast())
    return (head, String(text[range.upperBound...].dropLast(2)))
  }

  /// Returns the text before and after the brackets of a call or a list, and the arguments. Returns `nil` for other
  /// expressions.
  private static func parts(
    of text: String
  ) -> (head: String, arguments: [String], tail: String, isList: Bool)? {
    let scalars = Array(text.unicodeScalars)
    guard let open = opening(in: scalars), closing(of: open, in: scalars) == scalars.count - 1
    else { return nil }
    let isCall = scalars[open] == "("
    let inner = open + 1
    // A list as the only argument shares its lines with the parentheses.
    let isListOnly =
      isCall && inner < scalars.count && scalars[inner] == "["
      && closing(of: inner, in: scalars) == scalars.count - 2
    let start = isListOnly ? inner + 1 : inner
    let end = scalars.count - (isListOnly ? 2 : 1)
    let arguments = arguments(in: scalars, from: start, to: end)
    if arguments.isEmpty { return nil }
    return (
      string(scalars[..<start]), arguments, string(scalars[end...]), isListOnly || !isCall
    )
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// Returns the first bracket, unless a string comes before it.
  private static func opening(in scalars: [Unicode.Scalar]) -> Int? {
    guard let place = scalars.firstIndex(where: { "([\"#".unicodeScalars.contains($0) }) else {
      return nil
    }
    return scalars[place] == "(" || scalars[place] == "[" ? place : nil
  }

  /// Returns the bracket that closes another.
  private static func closing(of open: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var depth = 0
    var place = open
    while place < scalars.count {
      switch scalars[place] {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth == 0 { return place }
      case "\"", "#": place = endOfText(from: place, in: scalars)
      default: break
      }
      place += 1
    }
    return nil
  }

  private static func arguments(
    in scalars: [Unicode.Scalar], from start: Int, to end: Int
  ) -> [String] {
    var arguments: [String] = []
    var (first, place) = (start, start)
    while place < end {
      switch scalars[place] {
      case "(", "[": place = closing(of: place, in: scalars) ?? end
      case "\"", "#": place = endOfText(from: place, in: scalars)
      case ",":
        arguments.append(string(scalars[first..<place]))
        // The space after the comma belongs to neither argument.
        first = place + 2
      default: break
      }
      place += 1
    }
    if first < end { arguments.append(string(scalars[first..<end])) }
    return arguments
  }

  /// Returns the last character of a string literal that starts at a place.
  private static func endOfText(from start: Int, in scalars: [Unicode.Scalar]) -> Int {
    let isRaw = scalars[start] == "#"
    var place = start + (isRaw ? 2 : 1)
    while place < scalars.count {
      if isRaw {
        if scalars[place] == "\"", place + 1 < scalars.count, scalars[place + 1] == "#" {
          return place + 1
        }
      } else if scalars[place] == "\\" {
        place += 1
      } else if scalars[place] == "\"" {
        return place
      }
      place += 1
    }
    return scalars.count - 1
  }
}
