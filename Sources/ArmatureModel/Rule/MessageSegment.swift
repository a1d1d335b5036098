/// A part of a message template: text, or a name in braces.
package enum MessageSegment: Equatable, Sendable {
  case text(String)
  /// The content of braces: one or more names, joined by dots. A name consists of letters, digits and underscores.
  case name(String)

  /// Splits a template into segments. Braces around anything other than a name are ordinary text.
  package static func segments(of template: String) -> [MessageSegment] {
    var segments: [MessageSegment] = []
    var rest = template[...]
    var literal = ""
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      literal += rest[..<open]
      let inside = rest[open...].utf8.dropFirst()
      // Limits the length of names. Otherwise a long row of braces takes quadratic time.
      let name = inside.prefix(128).firstIndex(of: UInt8(ascii: "}"))
        .map { String(rest[inside.startIndex..<$0]) }
      if let name, isPath(name) {
        if !literal.isEmpty { segments.append(.text(literal)) }
        segments.append(.name(name))
        literal = ""
        rest = rest[inside.startIndex...].dropFirst(name.count + 1)
      } else {
        literal += "{"
        rest = rest[inside.startIndex...]
      }
    }
    literal += rest
    if !literal.isEmpty { segments.append(.text(literal)) }
    return segments
  }

  /// The names in braces, in order of appearance.
  package static func names(in template: String) -> [String] {
    segments(of: template).compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  private static func isPath(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isName)
  }

  private static func isName(_ text: Substring) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == "_" || first.properties.isAlphabetic else {
      return false
    }
    return scalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
  }
}

/// A parameter of a message template. The raw value is its name in the template.
package enum MessageParameter: String, Sendable {
  // Parameters of every failure.
  case place, entity, property, value
  // Requirements of rules, and the actual values.
  case minimum, maximum, actual, pattern, choices, properties, values, rule, details
  case type, swiftType, found, expected
  // Names and objects.
  case name, suggestion, target, identifier, object, objects, other, relationship
  // Text and numbers.
  case text, error, count, more, rounds
  // Parts of a report around its failures.
  case findings, errors, warnings, position, site
}
