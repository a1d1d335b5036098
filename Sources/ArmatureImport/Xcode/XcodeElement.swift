/// An element to write to a model file.
struct XcodeElement {
  let name: String
  private var attributes: [(name: String, value: String)] = []
  var children: [XcodeElement] = []

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    self.name = name
    for (name, value) in attributes { set(name, value) }
  }

  /// Adds an attribute, unless its value is `nil`.
  mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds an attribute with the value `YES` if the flag is true.
  mutating func set(_ name: String, _ flag: Bool) {
    if flag { set(name, "YES") }
  }

  /// Returns whether an attribute exists.
  func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// Appends the element's lines in Xcode's layout.
  func append(to text: inout String, depth: Int) {
    let indentation = String(repeating: " ", count: depth * 4)
    text += "\(indentation)<\(name)"
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
    }
    if children.isEmpty {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in children { child.append(to: &text, depth: depth + 1) }
    text += "\(indentation)</\(name)>\n"
  }

  /// Returns a value for use in quotes, escaped so that reading restores it.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      // Unescaped, they would be read as spaces.
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case _ where isForbidden(scalar): text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns whether XML forbids a character, even as a reference.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": false
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// Returns whether XML can contain a text.
  static func canHave(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isForbidden) }
}
