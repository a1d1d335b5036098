/// An element of a model file that is written.
struct XcodeElement {
  let name: String
  private var attributes: [(name: String, value: String)] = []
  var children: [XcodeElement] = []

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    self.name = name
    for (name, value) in attributes { set(name, value) }
  }

  /// Adds an attribute; nothing for no value.
  mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds an attribute that is `YES`, or not there.
  mutating func set(_ name: String, _ flag: Bool) {
    if flag { set(name, "YES") }
  }

  /// Whether there is an attribute of a name.
  func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// The element in lines, as Xcode lays it out.
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

  /// A value as it stands between quotes, so that reading gives just this value.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      // As they are, they would be read as blanks.
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case _ where isForbidden(scalar): text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether no document of XML has a character, even as a reference.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": false
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// Whether a document of XML can have a text.
  static func canHave(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isForbidden) }
}
