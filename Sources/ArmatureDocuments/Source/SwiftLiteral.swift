import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension String {
  /// The text as a Swift literal.
  package var swiftLiteral: String {
    // Patterns are more readable without doubled backslashes.
    let isPlain = unicodeScalars.allSatisfy { !$0.isHidden }
    if isPlain, contains("\\") || contains("\""), !contains("\"#"), !contains("\\#"),
      !hasSuffix("\\")
    {
      return "#\"\(self)\"#"
    }
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      case _ where scalar.isHidden:
        literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

/// A Swift expression for an attribute's value.
struct SwiftLiteral {
  /// The expression; `nil` if the value cannot be expressed.
  let text: String?
  /// Whether the source uses Foundation.
  var needsFoundation = false

  init(_ value: AttributeValue, _ type: AttributeType) {
    switch value {
    case .bool(let value): text = "\(value)"
    case .int(let value): text = Self.text(value)
    case .double(let value): text = Self.text(value, isFloat: type.storage == .float)
    case .decimal(let value): (text, needsFoundation) = Self.text(value)
    case .string(let value): text = value.swiftLiteral
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      text = "Date(timeIntervalSinceReferenceDate: \(Self.text(seconds, isFloat: false)))"
      needsFoundation = true
    case .uuid(let value):
      let bytes = withUnsafeBytes(of: value.uuid) { $0.map { "\($0)" }.joined(separator: ", ") }
      text = "UUID(uuid: (\(bytes)))"
      needsFoundation = true
    case .data(let value):
      text = "Data([\(value.map { "\($0)" }.joined(separator: ", "))])"
      needsFoundation = true
    case .url(let value):
      text = "URL(string: \(value.absoluteString.swiftLiteral)) ?? URL(filePath: \"/\")"
      needsFoundation = true
    case .calendarDate(let value):
      text =
        "CalendarDate(\(value.description.swiftLiteral)) ?? CalendarDate(year: 1, month: 1, day: 1)"
    case .list(let values):
      guard case .list(let element) = type.storage else {
        text = nil
        return
      }
      let literals = values.map { SwiftLiteral($0, element) }
      let texts = literals.compactMap(\.text)
      text = texts.count == values.count ? "[\(texts.joined(separator: ", "))]" : nil
      needsFoundation = literals.contains { $0.needsFoundation }
    case .json(let value): text = Self.text(value)
    case .null, .zonedDate, .composite, .object, .objects: text = nil
    }
  }

  /// Returns an integer. If it has many digits, they are grouped.
  static func text(_ value: Int64) -> String {
    let digits = Array("\(value.magnitude)")
    guard digits.count > 6 else { return "\(value)" }
    let grouped = digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "_" }
      text.append(digit.element)
    }
    return (value < 0 ? "-" : "") + grouped
  }

  private static func text(_ value: Double, isFloat: Bool) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return isFloat ? "\(Float(value))" : "\(value)"
  }

  /// Returns a JSON value as literals. A number that literals would change is created from its text.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .string(let value): value.swiftLiteral
    case .number(let number):
      number.int64.map(JSONNumber.init)?.text == number.text
        || number.double.flatMap(JSONNumber.init)?.text == number.text
        ? number.text
        : "JSONNumber(\(number.text.swiftLiteral)).map(JSONValue.number) ?? nil"
    case .array(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .object(let object):
      object.isEmpty
        ? "[:]"
        : "[\(object.map { "\($0.key.swiftLiteral): \(text($0.value))" }.joined(separator: ", "))]"
    }
  }

  /// Returns a literal if Swift reads it exactly. Otherwise returns an initializer from a string.
  private static func text(_ value: Decimal) -> (String?, Bool) {
    let digits = value.description
    if value.isNaN { return (".nan", false) }
    let isShort = digits.utf8.count { (0x30...0x39).contains($0) } <= 15 && !digits.contains("e")
    if isShort { return (digits, false) }
    return ("Decimal(string: \(digits.swiftLiteral)) ?? 0", true)
  }
}
