/// A conversion of character classes that have another meaning in JSON Schema, which uses the syntax of ECMAScript.
package enum PatternDialect {
  /// The members of `\s` in ECMAScript: Unicode white space and line terminators.
  private static let spaces =
    "\\t-\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"
  /// All other characters, for sets that contain both.
  private static let others =
    "\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}"
    + "\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{D7FF}\\x{E000}-\\x{FEFE}"
    + "\\x{FF00}-\\x{10FFFF}"
  /// The meaning of `.` in ECMAScript.
  private static let anyInLine = "[^\\n\\r\\u2028\\u2029]"
  /// Sets that match any character.
  private static let anything = ["[\\s\\S]", "[\\S\\s]"].map { Array($0.unicodeScalars) }
  /// Letters that are escapes in patterns, but not in ECMAScript.
  private static let unknown: Set<Unicode.Scalar> = [
    "h", "H", "V", "a", "e", "Q", "E", "A", "z", "Z",
  ]

  /// The short names of general categories that have a long name.
  private static let categories = [
    "Letter": "L", "Lowercase_Letter": "Ll", "Uppercase_Letter": "Lu", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Number": "N",
    "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
    "Punctuation": "P", "punct": "P", "Symbol": "S", "Separator": "Z", "Space_Separator": "Zs",
    "Control": "Cc", "cntrl": "Cc", "Other": "C",
  ]

  /// Returns an equivalent pattern. Returns `nil` if the expression has an escape that means something else in
  /// patterns.
  package static func translated(_ source: String) -> String? {
    if !source.contains("\\") && !source.contains(".") { return source }
    let scalars = Array(source.unicodeScalars)
    var text = String.UnicodeScalarView()
    var (index, isInSet) = (0, false)
    func append(_ part: String) { text.append(contentsOf: part.unicodeScalars) }
    while index < scalars.count {
      // A set of all characters needs no list.
      if !isInSet, anything.contains(where: scalars[index...].starts) {
        text.append(contentsOf: scalars[index..<(index + 6)])
        index += 6
        continue
      }
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\\" where index < scalars.count:
        let letter = scalars[index]
        index += 1
        switch letter {
        case "s": append(isInSet ? spaces : "[\(spaces)]")
        case "S": append(isInSet ? others : "[^\(spaces)]")
        case "v": append("\\x0B")
        case "b" where isInSet: append("\\x08")
        case "u" where index < scalars.count && scalars[index] == "{": append("\\x")
        case "c" where index < scalars.count && scalars[index].isASCIILetter:
          append("\\x{\(String(scalars[index].value % 32, radix: 16))}")
          index += 1
        case "p", "P":
          text.append(scalar)
          text.append(letter)
          guard index < scalars.count, scalars[index] == "{",
            let end = scalars[index...].firstIndex(of: "}")
          else { continue }
          var name = String.UnicodeScalarView()
          name.append(contentsOf: scalars[(index + 1)..<end])
          append("{\(categories[String(name)] ?? String(name))}")
          index = end + 1
        case _ where unknown.contains(letter): return nil
        default:
          text.append(scalar)
          text.append(letter)
        }
      case ".":
        append(isInSet ? "." : anyInLine)
      default:
        if scalar == "[" { isInSet = true }
        if scalar == "]" { isInSet = false }
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
}
