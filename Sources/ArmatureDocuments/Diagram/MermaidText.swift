/// Writes names and texts for Mermaid.
enum MermaidText {
  /// Returns an identifier of letters, digits and `_` for each box. If possible, this is the name itself.
  static func identifiers(of boxes: [ModelDiagram.Box]) -> [String] {
    var taken: Set<String> = []
    return boxes.enumerated().map { index, box in
      let name = isPlain(box.name) && taken.insert(box.name).inserted ? box.name : "e\(index)"
      taken.insert(name)
      return name
    }
  }

  /// Returns a quoted text. Characters that could be markup are replaced by their numbers.
  static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSafe =
        scalar.isASCII
        ? isWord(scalar) || " .,()[]-+/=?!".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
      if isSafe {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return "\"\(result)\""
  }

  /// Returns a name for the rows of entities, which are not quoted. Characters that are not allowed in words become
  /// `_`.
  static func word(_ text: String) -> String { word(text, having: isWord) }

  /// Returns a name for the rows of classes and the labels of lines. Visible non-ASCII characters are kept, so that
  /// different names stay different.
  static func member(_ text: String) -> String {
    word(text) { isWord($0) || !$0.isASCII && !$0.isInvisible }
  }

  private static func word(_ text: String, having isPart: (Unicode.Scalar) -> Bool) -> String {
    let word = String(
      String.UnicodeScalarView(text.unicodeScalars.map { isPart($0) ? $0 : "_" }))
    return word.first.map { $0.isLetter || !$0.isASCII } ?? false ? word : "_" + word
  }

  /// Returns the type of a row. For example, `[String]?` is an optional list.
  ///
  /// - Parameter word: A closure that converts the name of the type.
  static func type(_ type: String, _ word: (String) -> String) -> String {
    let isOptional = type.hasSuffix("?")
    let name = type.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "?" }
    let depth = type.prefix { $0 == "[" }.count
    return word(String(name)) + String(repeating: "[]", count: depth)
      + (isOptional ? "_optional" : "")
  }

  private static func isPlain(_ name: String) -> Bool {
    let first = name.unicodeScalars.first
    return first.map { $0 != "_" && !("0"..."9" ~= $0) } ?? false
      && name.unicodeScalars.allSatisfy(isWord) && !words.contains(name.lowercased())
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  /// Words of the language that cannot be names. `o`, `u` and `x` are used to draw lines.
  private static let words: Set<String> = [
    "accdescr", "acctitle", "callback", "class", "classdef", "classdiagram", "click", "cssclass",
    "default", "direction", "end", "erdiagram", "graph", "href", "link", "many", "namespace",
    "note",
    "one", "only", "optionally", "o", "style", "subgraph", "title", "to", "u", "x", "zero",
  ]

  /// Returns the style classes of changes, and the boxes that have each class.
  static func styles(_ boxes: [ModelDiagram.Box], _ identifiers: [String], apply: String)
    -> [String]
  {
    let colors: [(change: ModelDiagram.Change, colors: String)] = [
      (.added, "fill:#d4f8dc,stroke:#1a7f37,color:#1f2328"),
      (.removed, "fill:#ffe3e0,stroke:#cf222e,color:#1f2328"),
      (.changed, "fill:#fff3c0,stroke:#9a6700,color:#1f2328"),
    ]
    return colors.flatMap { change, colors in
      let names = zip(boxes, identifiers).filter { $0.0.change == change }.map(\.1)
      return names.isEmpty
        ? []
        : ["  classDef \(change.rawValue) \(colors)"]
          + names.map {
            apply == "cssClass"
              ? "  cssClass \"\($0)\" \(change.rawValue)" : "  class \($0) \(change.rawValue)"
          }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible: a space, a control character, or an unassigned code point.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      true
    default: false
    }
  }
}
