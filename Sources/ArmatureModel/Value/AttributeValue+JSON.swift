extension JSONNumber {
  /// The number for comparisons with other numbers: the most exact of an integer, a decimal number and a
  /// floating-point number.
  fileprivate var attributeValue: AttributeValue {
    if let int64 { return .int(int64) }
    if let decimal { return .decimal(decimal) }
    return .double(double ?? (text.hasPrefix("-") ? -.infinity : .infinity))
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
