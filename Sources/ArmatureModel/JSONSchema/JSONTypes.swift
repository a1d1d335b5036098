/// Types of JSON Schema.
struct JSONTypes: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = JSONTypes(rawValue: 1)
  static let boolean = JSONTypes(rawValue: 2)
  static let object = JSONTypes(rawValue: 4)
  static let array = JSONTypes(rawValue: 8)
  static let string = JSONTypes(rawValue: 16)
  static let number = JSONTypes(rawValue: 32)
  /// Numbers without a fraction.
  static let integer = JSONTypes(rawValue: 64)
  /// Numbers that are written without a fraction and an exponent.
  static let plainInteger = JSONTypes(rawValue: 128)

  static let names: KeyValuePairs<String, JSONTypes> = [
    "null": .null, "boolean": .boolean, "object": .object, "array": .array, "string": .string,
    "number": .number, "integer": .integer,
  ]

  /// Returns whether a value has one of the types.
  func admit(_ value: JSONValue) -> Bool {
    switch value {
    case .null: contains(.null)
    case .bool: contains(.boolean)
    case .object: contains(.object)
    case .array: contains(.array)
    case .string: contains(.string)
    case .number(let number):
      contains(.number) || contains(.integer) && number.isWhole
        || contains(.plainInteger) && !number.text.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
    }
  }
}
