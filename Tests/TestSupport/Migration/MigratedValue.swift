import ArmatureModel

/// The expected conversion of values to another type, according to the rules in the article on migration.
enum MigratedValue {
  /// Returns the possible target types of conversions from a type.
  static func targets(of type: AttributeType) -> [AttributeType] {
    switch type {
    case .int64: [.double, .string, .int16, .bool]
    case .int16: [.int64, .double, .string]
    case .double: [.int64, .int16]
    case .bool: [.int64]
    default: [.int64, .double]
    }
  }

  /// Returns the value in another type; `nil` if the conversion is impossible.
  static func value(of value: AttributeValue, as type: AttributeType) -> AttributeValue? {
    switch (value, type) {
    case (.int(let number), .double):
      let double = Double(number)
      return Int64(exactly: double) == number ? .double(double) : nil
    case (.int(let number), .string): return .string("\(number)")
    case (.int(let number), .int16): return Int16(exactly: number).map { .int(Int64($0)) }
    case (.int(let number), .bool): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.double(let number), .int64): return Int64(exactly: number).map { .int($0) }
    case (.double(let number), .int16): return Int16(exactly: number).map { .int(Int64($0)) }
    case (.bool(let holds), .int64): return .int(holds ? 1 : 0)
    case (.string(let text), .int64): return Int64(text).map { .int($0) }
    case (.string(let text), .double): return Double(text).map { .double($0) }
    default: return value
    }
  }
}
