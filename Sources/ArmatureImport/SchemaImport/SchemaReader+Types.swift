import Armature
import ArmatureDocuments
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Types of single values.
extension SchemaReader {
  /// The text formats that have a type. References and IRIs are not included, because a reference may be empty, and an
  /// IRI can contain characters that are not allowed in URLs.
  static let formats: [String: AttributeType] = [
    "date-time": .date, "date": .calendarDate, "uuid": .uuid, "uri": .url, "url": .url,
    "byte": .data, "decimal": .decimal,
  ]

  /// The patterns that this project's schemas use in place of formats.
  static let ownPatterns: [(pattern: String, type: AttributeType)] =
    [AttributeType.date, .zonedDate, .calendarDate, .uuid, .data].compactMap { type in
      guard case .string(let pattern)? = ValueForms.node(of: type)["pattern"] else { return nil }
      return (pattern, type)
    }

  /// Returns the type of the values of a form. If it is not supported, reports this and returns `nil`.
  func scalarType(
    of form: inout SchemaForm, _ name: String, _ subject: inout SchemaSubject
  ) -> AttributeType? {
    if form.typesAreAlternatives {
      return type(ofAlternatives: &form, &subject)
    }
    guard let types = form.types ?? form.impliedTypes else {
      if let values = form.values, !values.isEmpty {
        leaveOut(form, "lists values of several types", &subject)
      } else {
        leaveOut(form, "takes any value", &subject)
      }
      return nil
    }
    switch Set(types) {
    case ["string"]: return stringType(form)
    case ["integer"]: return integerType(form)
    case ["number"], ["number", "integer"]: return numberType(form)
    case ["boolean"]: return .bool
    case ["object"]: leaveOut(form, "is an object with any keys", &subject)
    case ["string", "number"], ["string", "integer"], ["string", "number", "integer"]:
      if isOfDigits(form) {
        tellDigits(form, &subject)
        return types.contains("number") || file.isOurs ? .decimal : .int64
      }
      return takeTextOrNumber(form, &subject)
    default:
      leaveOut(form, unknownType(types) ?? "has values of several types", &subject)
    }
    return nil
  }

  /// The types of JSON Schema.
  static let typeNames = [
    "string", "number", "integer", "boolean", "object", "array", "null",
  ]

  /// Returns a message about an unknown type; `nil` if all types are known.
  func unknownType(_ types: [String]) -> String? {
    guard let type = types.first(where: { !Self.typeNames.contains($0) }) else { return nil }
    let near = nearMiss(type, in: Self.typeNames).map { ", perhaps for \($0.quotedForMessage)" }
    return "has the type \(type.quotedForMessage)\(near ?? ""), which JSON Schema does not have"
  }

  /// Chooses text for a value that may be a text or a number, and adds a note.
  private func takeTextOrNumber(_ form: SchemaForm, _ subject: inout SchemaSubject) -> AttributeType
  {
    subject.note(
      form.node.offset,
      " is a text or a number. It must be a text here, and data with numbers in its place are "
        + "rejected."
    )
    return .string
  }

  /// Returns whether the texts of a form consist of digits. This is a common way to write decimals.
  func isOfDigits(_ form: SchemaForm) -> Bool {
    form["format"]?.text == "decimal"
      || form["pattern"]?.text.map(Self.isPatternOfDigits) ?? false
  }

  /// Returns whether a pattern consists of digits, signs, points and exponents.
  private static func isPatternOfDigits(_ pattern: String) -> Bool {
    var rest = pattern[...]
    var hasDigits = false
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let letter = rest.popFirst(), "d.+-".contains(letter) else { return false }
        hasDigits = hasDigits || letter == "d"
      case "[":
        // Special characters are literal inside a set.
        let set = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(set.count + 1)
        let letters = set.replacing("\\d", with: "0-9").replacing("\\", with: "")
        guard letters.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return false }
        hasDigits = hasDigits || letters.contains { $0.isNumber }
      case "0"..."9", "+", "-", "*", "?", "{", "}", ",", "(", ")", "|", ":", "!", "=", "^", "$",
        "e", "E":
        continue
      default: return false
      }
    }
    return hasDigits
  }

  private func tellDigits(_ form: SchemaForm, _ subject: inout SchemaSubject) {
    if file.isOurs { return }
    subject.note(
      form.node.offset,
      " is a number, or a text of digits. It must be a number here, and data with texts in its "
        + "place are rejected."
    )
  }

  /// Chooses a type for one of several forms and replaces the form by the chosen alternative.
  private func type(
    ofAlternatives form: inout SchemaForm, _ subject: inout SchemaSubject
  ) -> AttributeType? {
    let types = Set(form.alternatives.flatMap { $0.types ?? $0.impliedTypes ?? ["any"] })
    let texts = form.alternatives.filter { $0.types == ["string"] }
    let numbers = form.alternatives.filter { $0.types == ["number"] || $0.types == ["integer"] }
    switch types {
    case ["number", "string"], ["integer", "string"], ["number", "integer", "string"]:
      let isNumber = !texts.isEmpty && texts.allSatisfy(isOfDigits)
      if isNumber { tellDigits(form, &subject) } else { _ = takeTextOrNumber(form, &subject) }
      let taken = isNumber ? numbers : texts
      if taken.count == 1 {
        form.choose(taken[0])
      } else {
        subject.note(
          form.node.offset,
          " has several schemas in \(form.node.keywordList), of which none is checked here.")
      }
      return !isNumber ? .string : types.contains("number") ? .decimal : .int64
    case ["number", "integer"]:
      subject.note(
        form.node.offset,
        " is one of several kinds of numbers, each with rules of its own. Here it is any number,"
          + " without \(form.node.keywordList).")
      return .double
    case ["string"], ["integer"], ["number"], ["boolean"]:
      subject.note(
        form.node.offset,
        " has one of several schemas, whose rules are different. Here none of them is checked,"
          + " so \(form.node.keywordList) has no effect.")
      let plain = form.alternatives.map { alternative in
        var copy = SchemaForm(alternative.node)
        copy.types = alternative.types
        if !alternative.keywords.isEmpty { copy = alternative }
        return scalarType(of: &copy, "", &subject)
      }
      if let first = plain[0], plain.allSatisfy({ $0 == first }) { return first }
      return types == ["string"] ? .string : types == ["integer"] ? .int64 : .double
    default:
      leaveOut(form, "has values of several kinds", &subject)
      return nil
    }
  }

  private func stringType(_ form: SchemaForm) -> AttributeType {
    if let pattern = form["pattern"]?.text,
      let own = Self.ownPatterns.first(where: { $0.pattern == pattern })
    {
      return own.type
    }
    if form["contentEncoding"]?.text == "base64" { return .data }
    guard let format = form["format"]?.text else { return .string }
    // In this project's schemas, a URL is a nonempty reference or URI, and other types have a pattern.
    if file.isOurs, TextFormat(rawValue: format) != nil {
      return format.hasPrefix("uri") && form["minLength"]?.number == "1" ? .url : .string
    }
    return Self.formats[format] ?? .string
  }

  private func integerType(_ form: SchemaForm) -> AttributeType {
    switch form["format"]?.text {
    case "int32": return .int32
    case "int16": return .int16
    case "int64": return .int64
    default:
      for type in [AttributeType.int16, .int32] {
        guard let bounds = type.integerBounds else { continue }
        let least = form["minimum"]?.number.flatMap(SchemaNumber.integer)
        let most = form["maximum"]?.number.flatMap(SchemaNumber.integer)
        if least == bounds.lowerBound, most == bounds.upperBound { return type }
      }
      return .int64
    }
  }

  private func numberType(_ form: SchemaForm) -> AttributeType {
    switch form["format"]?.text {
    case "float": return .float
    case "decimal": return .decimal
    case "double": return .double
    default:
      // Values in hundredths are usually amounts of money.
      guard let step = form["multipleOf"]?.number else { return .double }
      if step == "1" || step == "1.0" { return .int64 }
      return step.hasPrefix("0.") && step.hasSuffix("1")
        && step.dropFirst(2).dropLast()
          .allSatisfy { $0 == "0" }
        ? .decimal : .double
    }
  }
}

extension SchemaForm {
  /// The type of the listed values, or both kinds of numbers; `nil` without values, and for other mixtures.
  var valueTypes: [String]? {
    guard let values, !values.isEmpty else { return nil }
    let types = Set(values.map(\.typeName))
    return types.count == 1 || types == ["integer", "number"] ? Array(types) : nil
  }

  /// The types that the values and rules imply, for a schema that does not state a type.
  var impliedTypes: [String]? {
    if values?.isEmpty == false { return valueTypes }
    func has(_ keys: String...) -> Bool { keywords.contains { keys.contains($0.key) } }
    if has("minLength", "maxLength", "pattern", "contentEncoding") { return ["string"] }
    if has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") {
      return ["number"]
    }
    if has("additionalProperties", "patternProperties", "properties") { return ["object"] }
    return nil
  }
}

extension SchemaNode {
  /// The JSON Schema name of the value's type.
  var typeName: String {
    switch value {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number(let number): Int64(number) == nil ? "number" : "integer"
    case .bool: "boolean"
    case .null: "null"
    }
  }
}

extension AttributeType {
  /// Returns the value of the type for a JSON value. Returns `nil` if the JSON value does not have this type.
  func value(of node: SchemaNode) -> AttributeValue? {
    if case .json = storage { return .json(node.json) }
    switch (storage, node.value) {
    case (.bool, .bool(let bool)): return .bool(bool)
    case (_, .number(let number)): return value(ofNumber: number)
    case (.decimal, .string(let text)): return SchemaNumber.decimal(text).map { .decimal($0) }
    case (.string, .string(let text)): return .string(text)
    case (.date, .string(let text)): return DateText.parse(text).map { .date($0.date) }
    case (.zonedDate, .string(let text)): return ZonedDate(text).map { .zonedDate($0) }
    case (.calendarDate, .string(let text)): return CalendarDate(text).map { .calendarDate($0) }
    case (.uuid, .string(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)): return URL(string: text).map { .url($0) }
    case (.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
    case (.list(let element), .array(let nodes)):
      let values = nodes.compactMap { element.value(of: $0) }
      return values.count == nodes.count ? .list(values) : nil
    default: return nil
    }
  }

  private func value(ofNumber text: String) -> AttributeValue? {
    switch storage {
    case .int16, .int32, .int64:
      guard let number = SchemaNumber.integer(text), integerBounds?.contains(number) ?? false
      else { return nil }
      return .int(number)
    case .double: return SchemaNumber.double(text).map { .double($0) }
    case .float:
      return Float(text).flatMap { $0.isFinite ? .double(Double($0)) : nil }
    case .decimal: return SchemaNumber.decimal(text).map { .decimal($0) }
    default: return nil
    }
  }
}
