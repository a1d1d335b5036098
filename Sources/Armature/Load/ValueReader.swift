import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads one JSON value as a value of an attribute.
///
/// What the JSON is not, or the attribute cannot hold, is a failure and not an error: only broken
/// syntax stops the reading.
struct ValueReader {
  /// A value, or why there is none.
  enum Outcome {
    case value(AttributeValue)
    case failure(ValidationFailure.Kind, AttributeValue)
  }

  /// What is wrong with an element of a composite.
  struct Fault {
    /// The names of the attribute and of the elements that lead to it.
    let path: [String]
    let kind: ValidationFailure.Kind
    var severity = ValidationRule.Severity.error
    let value: AttributeValue
    let offset: Int
  }

  let isLenient: Bool

  /// Reads a value of an attribute's type; `null` is the absence of a value.
  func read(
    _ cursor: inout JSONCursor, as attribute: AttributeDescription
  ) throws(JSONSyntaxError) -> Outcome {
    let token = try cursor.peek()
    if token == .null {
      try cursor.null()
      return .value(.null)
    }
    let outcome = try read(&cursor, token, as: attribute.type)
    guard case .value(let value) = outcome, !attribute.admits(value) else { return outcome }
    return .failure(.notRepresentable(attribute.type), value)
  }

  private func read(
    _ cursor: inout JSONCursor, _ token: JSONToken, as type: AttributeType
  ) throws(JSONSyntaxError) -> Outcome {
    switch token {
    case .string: return text(try cursor.stringValue(), as: type)
    case .number: return number(try cursor.number(), as: type)
    case .true, .false:
      let value = try cursor.bool()
      if type.storage == .bool { return .value(.bool(value)) }
      return .failure(.wrongType(expected: type, found: "bool"), .bool(value))
    case .object:
      if case .composite(let elements) = type.storage {
        var (errors, first) = (ElementErrors(), Fault?.none)
        let value = try composite(&cursor, elements, path: [], &errors, nil) {
          if first == nil && $0.severity == .error { first = $0 }
        }
        return first.map { .failure($0.kind, $0.value) } ?? .value(value)
      }
      try cursor.skipValue()
      return .failure(.wrongType(expected: type, found: "object"), .null)
    case .array:
      try cursor.skipValue()
      return .failure(.wrongType(expected: type, found: "array"), .null)
    case .null:
      try cursor.null()
      return .value(.null)
    }
  }

  /// Takes a text as a value of a type.
  func text(_ text: String, as type: AttributeType) -> Outcome {
    let found = AttributeValue.string(text)
    switch type.storage {
    case .string: return .value(found)
    case .date:
      guard let (date, _) = DateText.parse(text) else { return .failure(.badDate, found) }
      return .value(.date(date))
    case .zonedDate:
      guard let date = ZonedDate(text) else {
        // A date that only lacks its zone is better told what it lacks.
        return .failure(ZonedDate.startsWithDate(text) ? .badFormat(type) : .badDate, found)
      }
      return .value(.zonedDate(date))
    case .uuid:
      var text = text
      guard let uuid = text.withUTF8({ UUIDText.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.uuid(uuid))
    case .data:
      var text = text
      guard let data = text.withUTF8({ Base64Text.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.data(data))
    case .url:
      // Without the parameter, blanks and the like would be escaped, and the text changed.
      guard !text.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.url(url))
    case .bool where isLenient && (text == "true" || text == "false"):
      return .value(.bool(text == "true"))
    case .int16, .int32, .int64, .decimal, .double, .float:
      var copy = text
      let outcome: Outcome? = copy.withUTF8 { bytes in
        isLenient ? NumberText(bytes).map { number($0, as: type) } : nil
      }
      return outcome ?? .failure(.wrongType(expected: type, found: "text"), found)
    default: return .failure(.wrongType(expected: type, found: "text"), found)
    }
  }

  /// Takes a number as a value of a type.
  func number(_ number: NumberText, as type: AttributeType) -> Outcome {
    do {
      switch type.storage {
      case .int16, .int32, .int64:
        let value = try number.int64()
        guard type.integerBounds?.contains(value) == true else {
          return .failure(.outOfRange(type, text: number.spelling), .int(value))
        }
        return .value(.int(value))
      case .double: return .value(.double(try number.double()))
      case .float: return .value(.double(Double(try number.float())))
      case .decimal: return .value(.decimal(try number.decimal()))
      case .string where isLenient: return .value(.string(number.spelling))
      default: return .failure(.wrongType(expected: type, found: "number"), number.plainValue)
      }
    } catch {
      switch error {
      case .inexact: return .failure(.inexact(type, text: number.spelling), number.plainValue)
      case .outOfRange, .notANumber:
        return .failure(.outOfRange(type, text: number.spelling), number.plainValue)
      }
    }
  }

  /// What the errors in the elements of a composite mean for its other elements.
  struct ElementErrors {
    /// Whether there is any error.
    fileprivate(set) var isAny = false
    /// The paths of elements with an error of their own or within; as few as the type has elements,
    /// whatever the data has.
    fileprivate(set) var paths: Set<[String]> = []
  }

  /// Reads the elements of a composite, and reports everything that is wrong with them.
  ///
  /// The depth of the recursion is that of the type, not of the data.
  ///
  /// - Parameters:
  ///   - path: The names of the attribute and the elements that lead to the composite.
  ///   - nearMisses: Where suggestions for unknown keys come from; `nil` for none.
  func composite(
    _ cursor: inout JSONCursor, _ elements: [AttributeDescription], path: [String],
    _ errors: inout ElementErrors, _ nearMisses: NearMisses?, _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue {
    var values: [String: AttributeValue] = [:]
    var seen: Set<String> = []
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let keyOffset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let element = elements.first(where: { ($0.key ?? $0.name) == key }) {
        let place = path + [element.name]
        if seen.insert(element.name).inserted {
          values[element.name] = try read(&cursor, element, place, &errors, nearMisses, report)
        } else {
          try cursor.skipValue()
          errors.add(place)
          report(Fault(path: place, kind: .duplicateKey, value: .null, offset: keyOffset))
        }
      } else {
        try cursor.skipValue()
        // A name in the place of a key speaks of the element; any other speaks of what lies around.
        let isName = elements.contains { $0.name == key }
        if !isLenient { errors.add(path + [isName ? key : ""]) }
        let suggestion = nearMisses?.suggestion(for: key, in: path) {
          nearMiss(key, in: elements.map { $0.key ?? $0.name })
        }
        report(
          Fault(
            path: path + [key.shortenedName], kind: .unknownKey(suggestion: suggestion),
            severity: isLenient ? .warning : .error, value: .null, offset: keyOffset))
      }
      isMore = try cursor.nextMember()
    }
    return .composite(values)
  }

  /// Reads an element of a composite; `nil` where it has no value, or a wrong one.
  private func read(
    _ cursor: inout JSONCursor, _ element: AttributeDescription, _ path: [String],
    _ errors: inout ElementErrors, _ nearMisses: NearMisses?, _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue? {
    let token = try cursor.peek()
    let offset = cursor.offset
    if token == .object, case .composite(let elements) = element.type.storage {
      return try composite(&cursor, elements, path: path, &errors, nearMisses, report)
    }
    switch try read(&cursor, as: element) {
    case .value(let value):
      // Not in one expression: a bare nil is a value of this type, too.
      if value.isNull { return nil }
      return value
    case .failure(let kind, let value):
      errors.add(path)
      report(Fault(path: path, kind: kind, value: value, offset: offset))
      return nil
    }
  }
}

extension ValueReader.ElementErrors {
  /// - Parameter path: The names of the attribute and of the elements that lead to the error.
  fileprivate mutating func add(_ path: [String]) {
    isAny = true
    paths.insert(Array(path.dropFirst()))
  }
}

extension NumberText {
  /// The number as it stands in the text, shortened to 40 characters.
  var spelling: String {
    let text = String(decoding: text.prefix(40), as: UTF8.self)
    return self.text.count > 40 ? text + "…" : text
  }

  /// The number as a value, for messages.
  var plainValue: AttributeValue {
    if let integer = try? int64() { return .int(integer) }
    return (try? double()).map(AttributeValue.double) ?? .null
  }
}
