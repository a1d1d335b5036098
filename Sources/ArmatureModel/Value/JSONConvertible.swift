#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Swift type whose values are JSON values of one kind. The values of a map must have such a type, as in
/// `[String: Int]`.
///
/// ```swift
/// enum Size: String, AttributeConvertible, JSONConvertible { case small, large }
/// let sizes = Attribute("sizes", [String: Size].self)
/// ```
/// Boolean values, numbers, text and ``JSONValue`` conform, and so do optionals, arrays and maps of them. Your own
/// enumerations with raw values need no further code. Types that JSON writes as text, such as dates, do not conform: use
/// text, or entities in place of a map.
public protocol JSONConvertible: AttributeConvertible {
  /// The JSON Schema of the values.
  static var jsonSchema: JSONValue { get }
  /// Creates a value from its form in JSON. Returns `nil` if the form is invalid.
  init?(jsonValue: JSONValue)
  /// The value in JSON.
  var jsonValue: JSONValue { get }
}

extension JSONConvertible {
  /// The schema of the stored type. An enumeration lists its cases if they are known.
  public static var jsonSchema: JSONValue { attributeType.jsonSchema }

  /// Creates a value from the form in JSON of the stored type.
  public init?(jsonValue: JSONValue) {
    guard let value = jsonValue.attributeValue(of: Self.attributeType) else { return nil }
    self.init(attributeValue: value)
  }

  /// The form in JSON of the stored type. It is `null` for NaN and infinities, which JSON does not have.
  public var jsonValue: JSONValue { attributeValue.jsonValue ?? .null }
}

extension Bool: JSONConvertible {}
extension Int: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension Double: JSONConvertible {}
extension Float: JSONConvertible {}
extension Decimal: JSONConvertible {}
extension String: JSONConvertible {}
extension JSONValue: JSONConvertible {}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// The schema of the wrapped type, or `null`.
  public static var jsonSchema: JSONValue { ["anyOf": [Wrapped.jsonSchema, ["type": "null"]]] }

  /// Creates a value from the form of the wrapped type, or from `null`.
  public init?(jsonValue: JSONValue) {
    if let wrapped = Wrapped(jsonValue: jsonValue) {
      self = .some(wrapped)
    } else if jsonValue == .null {
      self = .none
    } else {
      return nil
    }
  }

  /// The wrapped value in JSON, or `null`.
  public var jsonValue: JSONValue { self?.jsonValue ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  /// The schema of an array of the elements.
  public static var jsonSchema: JSONValue { ["type": "array", "items": Element.jsonSchema] }

  /// Creates a value from an array of valid elements.
  public init?(jsonValue: JSONValue) {
    guard case .array(let values) = jsonValue else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(jsonValue: value) else { return nil }
      append(element)
    }
  }

  /// The array in JSON.
  public var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}

extension AttributeType {
  /// The JSON Schema of the values of a type with JSON values. For other types, it accepts anything.
  package var jsonSchema: JSONValue {
    if let cases { return ["enum": .array(cases.compactMap(\.jsonValue))] }
    return switch storage {
    case .bool: ["type": "boolean"]
    case .int16: Self.schema("integer", JSONNumber(Int16.min), JSONNumber(Int16.max))
    case .int32: Self.schema("integer", JSONNumber(Int32.min), JSONNumber(Int32.max))
    case .int64: Self.schema("integer", JSONNumber(Int64.min), JSONNumber(Int64.max))
    case .double: Self.schema("number", upTo: JSONNumber(Double.greatestFiniteMagnitude))
    case .float: Self.schema("number", upTo: JSONNumber(Double(Float.greatestFiniteMagnitude)))
    case .decimal: Self.schema("number", upTo: JSONNumber(Decimal.greatestFiniteMagnitude))
    case .string: ["type": "string"]
    case .list(let element): ["type": "array", "items": element.jsonSchema]
    default: [:] as JSONValue
    }
  }

  private static func schema(_ type: JSONValue, upTo limit: JSONNumber?) -> JSONValue {
    schema(type, limit.flatMap { JSONNumber("-" + $0.text) }, limit)
  }

  private static func schema(
    _ type: JSONValue, _ minimum: JSONNumber?, _ maximum: JSONNumber?
  ) -> JSONValue {
    var schema: JSONValue = ["type": type]
    schema["minimum"] = minimum.map(JSONValue.number)
    schema["maximum"] = maximum.map(JSONValue.number)
    return schema
  }
}

extension JSONValue {
  /// Returns the value as the value of a type with JSON values, or `nil` if it has another type or does not fit.
  package func attributeValue(of type: AttributeType) -> AttributeValue? {
    switch (type.storage, self) {
    case (.json, _): .json(self)
    case (.bool, .bool(let value)): .bool(value)
    case (.int16, .number(let number)), (.int32, .number(let number)),
      (.int64, .number(let number)):
      number.int64.map(AttributeValue.int)
    case (.double, .number(let number)): number.double.map(AttributeValue.double)
    case (.float, .number(let number)):
      // Fractions are rounded, as they are in other data.
      number.double.map { .double(Double(Float($0))) }
    case (.decimal, .number(let number)):
      // More than 38 digits are rounded.
      (number.decimal ?? Decimal(string: number.text)).map(AttributeValue.decimal)
    case (.string, .string(let text)): .string(text)
    default: nil
    }
  }
}
