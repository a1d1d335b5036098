/// The type of an attribute.
///
/// The types include Core Data's attribute types, and some types for which Core Data needs a custom class.
///
/// ```swift
/// let names = model["Book"]?.attributes.filter(\.type.isNumeric).map(\.name)
/// print(names ?? [])  // ["pages", "year", "price"]
/// let tags = AttributeDescription("tags", .list(.string))
/// ```
///
/// ## Topics
///
/// ### Numbers
///
/// - ``int16``
/// - ``int32``
/// - ``int64``
/// - ``decimal``
/// - ``double``
/// - ``float``
///
/// ### Text, Data and Identifiers
///
/// - ``string``
/// - ``bool``
/// - ``data``
/// - ``uuid``
/// - ``url``
///
/// ### Dates
///
/// - ``date``
/// - ``zonedDate``
/// - ``calendarDate``
///
/// ### Composed Types
///
/// - ``list(_:)``
/// - ``enumeration(name:raw:cases:)``
/// - ``composite(_:)``
/// - ``json``
/// - ``transformable(name:stored:)``
///
/// ### Inspecting a Type
///
/// - ``storage``
/// - ``isNumeric``
/// - ``isInteger``
/// - ``swiftName``
/// - ``phrase``
public indirect enum AttributeType: Hashable, Sendable, Codable {
  /// An integer of 16 bits.
  case int16
  /// An integer of 32 bits.
  case int32
  /// An integer of 64 bits.
  case int64
  /// A decimal number of up to 38 digits.
  case decimal
  /// A floating-point number of double precision.
  case double
  /// A floating-point number of single precision.
  case float
  /// Text.
  case string
  /// A Boolean value.
  case bool
  /// A date, which is a moment in time.
  case date
  /// Bytes.
  case data
  /// A universally unique identifier.
  case uuid
  /// A uniform resource locator.
  case url
  /// A moment in time together with a time zone.
  case zonedDate
  /// A day without a time.
  case calendarDate
  /// Any JSON value.
  case json
  /// An ordered list of values of a simple type.
  case list(AttributeType)
  /// A Swift type with raw values. `cases` contains the raw values, or is `nil` if they are not known.
  case enumeration(name: String, raw: AttributeType, cases: [AttributeValue]?)
  /// A group of named elements, which may be composites themselves. Elements cannot be relationships.
  case composite([AttributeDescription])
  /// A Swift type that is converted to another type for storage.
  case transformable(name: String, stored: AttributeType)
}

extension AttributeType {
  /// The type that is stored. For an enumeration, this is the raw type. For a transformable type, it is the type to
  /// which it is converted.
  public var storage: AttributeType {
    switch self {
    case .enumeration(_, let raw, _): raw.storage
    case .transformable(_, let stored): stored.storage
    default: self
    }
  }

  /// The raw values of an enumeration. It is `nil` for other types, and if the values are not known.
  package var cases: [AttributeValue]? {
    if case .enumeration(_, _, let cases) = self { cases } else { nil }
  }

  /// A Boolean value that indicates whether the values are numbers.
  public var isNumeric: Bool {
    switch storage {
    case .int16, .int32, .int64, .decimal, .double, .float: true
    default: false
    }
  }

  /// Whether the values have a length, in characters, bytes or values.
  package var hasLength: Bool {
    switch storage {
    case .string, .data, .list: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the values are integers.
  public var isInteger: Bool {
    switch storage {
    case .int16, .int32, .int64: true
    default: false
    }
  }

  /// Returns whether a value of one type can also be a value of the other.
  ///
  /// Integers of all sizes have the same values, and so do floating-point numbers.
  package func sharesValues(with other: AttributeType) -> Bool {
    switch (storage, other.storage) {
    case (.int16, _), (.int32, _), (.int64, _): other.isInteger
    case (.double, .float), (.float, .double), (.composite, .composite): true
    case (let mine, let theirs): mine == theirs
    }
  }

  /// The range of an integer type; `nil` for other types.
  package var integerBounds: ClosedRange<Int64>? {
    switch storage {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    default: nil
    }
  }

  /// The name of the Swift type that a declaration uses.
  public var swiftName: String {
    switch self {
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .bool: "Bool"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .zonedDate: "ZonedDate"
    case .calendarDate: "CalendarDate"
    case .json: "JSONValue"
    case .list(let element): "[\(element.swiftName)]"
    case .enumeration(let name, _, _), .transformable(let name, _): name
    case .composite: "composite"
    }
  }

  /// The type as a phrase with an article: `a whole number`.
  public var phrase: String {
    switch storage {
    case .int16: "a whole number of 16 bits"
    case .int32: "a whole number of 32 bits"
    case .int64: "a whole number"
    case .decimal: "a decimal number"
    case .double, .float: "a number"
    case .string: "text"
    case .bool: "true or false"
    case .date: "a date"
    case .data: "data in Base64"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .zonedDate: "a date with a time zone"
    case .calendarDate: "a day (YYYY-MM-DD)"
    case .json: "a JSON value"
    case .list: "a list of values"
    case .composite: "an object with named elements"
    case .enumeration, .transformable: "a \(swiftName)"
    }
  }
}

extension AttributeDescription {
  /// Returns whether a value is valid for the type and the optionality of the attribute. The value may be missing.
  package func admits(_ value: AttributeValue) -> Bool {
    if value.isNull { return true }
    switch type {
    case .enumeration(_, _, .some): return type.admitsCase(value)
    default:
      guard type.admits(value) else { return false }
    }
    return accepts?.passes(value) ?? true
  }
}

extension AttributeType {
  /// Returns whether a value is valid for the type. For an enumeration, it must be one of the cases. The value must not
  /// be missing.
  package func admitsCase(_ value: AttributeValue) -> Bool {
    if let cases, !cases.contains(value) { return false }
    return admits(value)
  }

  /// Returns whether a value is valid for the stored type. The value must not be missing.
  package func admits(_ value: AttributeValue) -> Bool {
    switch (storage, value) {
    case (.int16, .int(let value)): Int16(exactly: value) != nil
    case (.int32, .int(let value)): Int32(exactly: value) != nil
    case (.int64, .int), (.decimal, .decimal), (.double, .double), (.string, .string): true
    case (.float, .double(let value)): Float(attributeValue: .double(value)) != nil
    case (.bool, .bool), (.date, .date), (.data, .data), (.uuid, .uuid), (.url, .url): true
    case (.zonedDate, .zonedDate), (.calendarDate, .calendarDate), (.json, .json): true
    case (.list(let element), .list(let values)):
      values.allSatisfy { !$0.isNull && element.admitsCase($0) }
    case (.composite(let elements), .composite(let values)):
      // Absent elements are valid here. A rule checks required elements.
      values.allSatisfy { name, value in
        elements.element(named: name)?.admits(value) ?? false
      }
    default: false
    }
  }
}

extension AttributeValue {
  /// The kind of the value as a phrase for messages: `the text`.
  package var typeName: String {
    switch self {
    case .null: "nothing"
    case .bool: "the Boolean value"
    case .int: "the integer"
    case .double: "the number"
    case .decimal: "the decimal number"
    case .string: "the text"
    case .date: "the date"
    case .data: "the data"
    case .uuid: "the UUID"
    case .url: "the URL"
    case .zonedDate: "the zoned date"
    case .calendarDate: "the day"
    case .list: "the list"
    case .composite: "the composite"
    case .json: "the JSON value"
    case .object: "the object"
    case .objects: "the objects"
    }
  }
}

extension AttributeValue {
  /// The attribute type for values of this kind.
  package var naturalType: AttributeType? {
    switch self {
    case .bool: .bool
    case .int: .int64
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .zonedDate: .zonedDate
    case .calendarDate: .calendarDate
    case .json: .json
    case .list(let values): values.first.map { .list($0.naturalType ?? .string) } ?? .list(.string)
    case .null, .composite, .object, .objects: nil
    }
  }

  /// The name of the Swift type of the value.
  package var swiftTypeName: String {
    switch self {
    case .null: "nothing"
    case .composite: "composite"
    case .object: "ManagedObjectID"
    case .objects: "[ManagedObjectID]"
    default: naturalType?.swiftName ?? typeName
    }
  }
}

/// The limit for the nesting of predicates, expressions, types and values, counted together. Most functions that walk
/// them are recursive.
enum Nesting {
  /// The maximum number of nested parts.
  static let depthLimit = 200

  /// The number of parts around the part that is being decoded.
  ///
  /// The count belongs to the task, because decoders do not count reliably. A property list can contain itself, and
  /// decoding it would then never end.
  @TaskLocal fileprivate static var decodingDepth = 0

  /// Returns whether something is nested deeper than ``depthLimit``.
  ///
  /// The function uses a list instead of recursion.
  static func isTooDeep<Part>(_ roots: [Part], parts: (Part) -> [Part]) -> Bool {
    var pending = roots.map { (part: $0, depth: 1) }
    while let (part, depth) = pending.popLast() {
      if depth > depthLimit { return true }
      for part in parts(part) { pending.append((part, depth + 1)) }
    }
    return false
  }
}

extension Decoder {
  /// Decodes a part that can be nested.
  ///
  /// - Throws: `DecodingError` if more than ``Nesting/depthLimit`` parts are nested, or an error of the closure.
  func nested<Part>(_ decode: () throws -> Part) throws -> Part {
    let depth = Nesting.decodingDepth + 1
    guard depth <= Nesting.depthLimit else {
      throw corrupted(
        "Values must be nested at most \(Nesting.depthLimit) deep, but this one is deeper, or "
          + "contains itself.")
    }
    return try Nesting.$decodingDepth.withValue(depth, operation: decode)
  }
}
