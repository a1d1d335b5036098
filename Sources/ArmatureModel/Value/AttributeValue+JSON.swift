#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONNumber {
  /// The number for comparisons with other numbers: the most exact of an integer, a decimal number and a
  /// floating-point number.
  fileprivate var attributeValue: AttributeValue {
    if let int64 { return .int(int64) }
    if let decimal { return .decimal(decimal) }
    return .double(double ?? (text.hasPrefix("-") ? -.infinity : .infinity))
  }
}

extension AttributeValue {
  /// The value in JSON, for values with only one form there; `nil` for others, and without a value.
  package var jsonValue: JSONValue? {
    switch self {
    case .bool(let value): return .bool(value)
    case .int(let value): return .number(JSONNumber(value))
    case .double(let value): return JSONNumber(value).map(JSONValue.number)
    case .decimal(let value): return JSONNumber(value).map(JSONValue.number)
    case .string(let text): return .string(text)
    case .list(let values):
      let parts = values.compactMap(\.jsonValue)
      return parts.count == values.count ? .array(parts) : nil
    case .json(let value): return value
    case .url(let url): return .string(url.absoluteString)
    case .calendarDate(let day): return .string(day.description)
    case .null, .date, .data, .uuid, .zonedDate, .composite, .object, .objects: return nil
    }
  }
}

extension AttributeType {
  /// Whether all values of the type have a value in JSON, apart from NaN and infinities.
  package var hasJSONValues: Bool {
    switch storage {
    case .bool, .int16, .int32, .int64, .double, .float, .decimal, .string, .url, .calendarDate,
      .json:
      true
    case .list(let element): element.hasJSONValues
    default: false
    }
  }
}

extension JSONValue {
  /// The value at the end of a path in conditions and key paths. A number, text or Boolean value is like the value of an
  /// attribute, an array is like a list, and `null` is no value.
  package var plainValue: AttributeValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number): number.attributeValue
    case .string(let text): .string(text)
    case .array(let values): .list(values.map(\.plainValue))
    case .object: .json(self)
    }
  }
}
