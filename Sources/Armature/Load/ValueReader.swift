import ArmatureModel

/// Reads one JSON value as a value of an attribute.
///
/// If the value has the wrong type, or if the attribute cannot have it, the reader reports a failure and goes on. Only
/// invalid syntax throws an error.
struct ValueReader {
  /// A failure of a composite's element.
  struct Fault {
    /// The names of the attribute and of the elements that lead to the value.
    let path: [String]
    let kind: ValidationFailure.Kind
    var severity = ValidationRule.Severity.error
    let value: AttributeValue
    let offset: Int
  }

  let text: TextReader
  /// The severity of unknown keys in composites.
  private let severityOfUnknown: ValidationRule.Severity
  /// True to ignore unknown keys in composites.
  private let ignoresUnknown: Bool

  init(
    _ leniency: TextReader.Leniency, unknown severity: ValidationRule.Severity,
    ignoresUnknown: Bool = false,
    readsUnusual: Bool = false
  ) {
    text = TextReader(leniency, readsUnusual: readsUnusual)
    severityOfUnknown = severity
    self.ignoresUnknown = ignoresUnknown
  }

  /// Creates a reader for a mode.
  init(_ mode: LoadOptions.Mode) {
    self.init(mode == .lenient ? .otherForms : .none, unknown: mode.severityOfUnknown)
  }

  /// Reads a value of an attribute's type; `null` is a missing value, except for an attribute of any JSON value.
  func read(
    _ cursor: inout JSONCursor, as attribute: AttributeDescription
  ) throws(JSONSyntaxError) -> ReadValue {
    let token = try cursor.peek()
    if case .json = attribute.type.storage {
      var first: Fault?
      let value = try json(&cursor, path: []) { first = first ?? $0 }
      return first.map { .failure($0.kind, .null) } ?? admitted(value ?? .null, attribute)
    }
    if token == .null {
      try cursor.null()
      return .value(.null)
    }
    return admitted(try read(&cursor, token, as: attribute.type), attribute)
  }

  private func admitted(_ outcome: ReadValue, _ attribute: AttributeDescription) -> ReadValue {
    guard case .value(let value) = outcome else { return outcome }
    return admitted(value, attribute)
  }

  /// Returns the value if the attribute can have it, or else a failure.
  func admitted(_ value: AttributeValue, _ attribute: AttributeDescription) -> ReadValue {
    attribute.admits(value)
      ? .value(value) : .failure(.notRepresentable(attribute.type), value)
  }

  private func read(
    _ cursor: inout JSONCursor, _ token: JSONToken, as type: AttributeType
  ) throws(JSONSyntaxError) -> ReadValue {
    switch token {
    case .string: return text.value(of: try cursor.stringValue(), as: type)
    case .number: return text.value(of: try cursor.number(), as: type)
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

  /// Reads the values of a list, and reports each value that has the wrong type.
  ///
  /// - Parameter path: The names that lead to the list. If a value has the wrong type, the reported path also contains
  ///   the position of the value in the list.
  /// - Returns: The list, or `nil` if a failure was reported.
  func list(
    _ cursor: inout JSONCursor, of element: AttributeType, path: [String], _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue? {
    var list = ListValues(element: element, path: path)
    var isMore = try cursor.enterArray()
    while isMore {
      let token = try cursor.peek()
      let offset = cursor.offset
      list.append(try read(&cursor, token, as: element), at: offset, report)
      isMore = try cursor.nextElement()
    }
    return list.whole
  }

  /// Makes a list of values that were read from one place.
  func list(
    _ values: [ReadValue], path: [String], of element: AttributeType, at offset: Int,
    _ report: (Fault) -> Void
  ) -> AttributeValue? {
    var list = ListValues(element: element, path: path)
    for value in values { list.append(value, at: offset, report) }
    return list.whole
  }

  /// Reads any JSON value, and reports each key that an object in it has twice.
  ///
  /// - Returns: The value, or `nil` if a failure was reported.
  func json(
    _ cursor: inout JSONCursor, path: [String], _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue? {
    var isSound = true
    let value = try cursor.jsonValue { inner, offset in
      isSound = false
      report(Fault(path: path + inner, kind: .duplicateKey, value: .null, offset: offset))
    }
    // Not as a conditional expression, whose `nil` would be a null value.
    guard isSound else { return .none }
    return .json(value)
  }

  /// The values of a list that is being read.
  private struct ListValues {
    let element: AttributeType
    let path: [String]
    private var values: [AttributeValue] = []
    private var position = 0

    init(element: AttributeType, path: [String]) {
      self.element = element
      self.path = path
    }

    /// The list, if all its values have the right type.
    var whole: AttributeValue? { values.count == position ? .some(.list(values)) : .none }

    mutating func append(_ outcome: ReadValue, at offset: Int, _ report: (Fault) -> Void) {
      func fail(_ kind: ValidationFailure.Kind, _ value: AttributeValue) {
        let place = path.dropLast() + ["\(path.last ?? "")[\(position)]"]
        report(Fault(path: Array(place), kind: kind, value: value, offset: offset))
      }
      switch outcome {
      case .value(let value) where value.isNull: fail(.rule(.required), value)
      case .value(let value) where !element.admitsCase(value):
        fail(.notRepresentable(element), value)
      case .value(let value): values.append(value)
      case .failure(let kind, let value): fail(kind, value)
      }
      position += 1
    }
  }

  /// The errors in the elements of a composite.
  struct ElementErrors {
    /// True if there is any error.
    fileprivate(set) var isAny = false
    /// The paths of elements with an error in them or within; never more than the type has elements.
    fileprivate(set) var paths: Set<[String]> = []
  }

  /// Reads the elements of a composite, and reports each failure.
  ///
  /// Composites can be nested, and the method calls itself for each nested composite. The type of the attribute limits
  /// the depth, so deeply nested data cannot overflow the stack.
  ///
  /// - Parameters:
  ///   - path: The names of the attribute and the elements that lead to the composite.
  ///   - nearMisses: The source of suggestions for unknown keys, or `nil` for no suggestions.
  ///   - other: A key that is allowed although it is not an element, with a closure that receives the place of its
  ///     value.
  func composite(
    _ cursor: inout JSONCursor, _ elements: [AttributeDescription], path: [String],
    _ errors: inout ElementErrors, _ nearMisses: NearMisses?,
    passingOver other: (key: String, found: (Range<Int>) -> Void)? = nil,
    _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue {
    var values: [String: AttributeValue] = [:]
    var seen: Set<String> = []
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let keyOffset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let element = elements.first(where: { ($0.key ?? $0.name).hasSameBytes(as: key) }) {
        let place = path + [element.name]
        if seen.insert(element.name).inserted {
          values[element.name] = try read(&cursor, element, place, &errors, nearMisses, report)
        } else {
          try cursor.skipValue()
          errors.add(place)
          report(Fault(path: place, kind: .duplicateKey, value: .null, offset: keyOffset))
        }
      } else if let other, other.key.hasSameBytes(as: key), seen.insert(key).inserted {
        _ = try cursor.peek()
        let start = cursor.offset
        try cursor.skipValue()
        other.found(start..<cursor.offset)
      } else if ignoresUnknown {
        try cursor.skipValue()
      } else {
        try cursor.skipValue()
        // A name used as a key concerns its element; any other key concerns the composite.
        let isName = elements.element(named: key) != nil
        if severityOfUnknown == .error { errors.add(path + [isName ? key : ""]) }
        let suggestion = nearMisses?.suggestion(for: key, in: path) {
          nearMiss(key, in: elements.map { $0.key ?? $0.name })
        }
        report(
          Fault(
            path: path + [key.shortenedName], kind: .unknownKey(suggestion: suggestion),
            severity: severityOfUnknown, value: .null, offset: keyOffset))
      }
      isMore = try cursor.nextMember()
    }
    return .composite(values)
  }

  /// Reads an element of a composite; `nil` if its value is missing or invalid.
  private func read(
    _ cursor: inout JSONCursor, _ element: AttributeDescription, _ path: [String],
    _ errors: inout ElementErrors, _ nearMisses: NearMisses?, _ report: (Fault) -> Void
  ) throws(JSONSyntaxError) -> AttributeValue? {
    let token = try cursor.peek()
    let offset = cursor.offset
    if token == .object, case .composite(let elements) = element.type.storage {
      return try composite(&cursor, elements, path: path, &errors, nearMisses, report)
    }
    if token == .array, case .list(let type) = element.type.storage {
      let list = try list(&cursor, of: type, path: path, report)
      if let list, element.admits(list) { return list }
      errors.add(path)
      if let list {
        report(
          Fault(path: path, kind: .notRepresentable(element.type), value: list, offset: offset))
      }
      return nil
    }
    if case .json = element.type.storage {
      let value = try json(&cursor, path: path, report)
      if value == nil { errors.add(path) }
      return value
    }
    switch try read(&cursor, as: element) {
    case .value(let value):
      // Not in one expression: `nil` is a literal of `AttributeValue`, too.
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
  mutating func add(_ path: [String]) {
    isAny = true
    paths.insert(Array(path.dropFirst()))
  }
}
