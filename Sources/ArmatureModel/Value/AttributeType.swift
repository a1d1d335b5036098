/// What an attribute holds: Core Data's attribute types, and those it leaves to custom classes.
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
  /// A truth value.
  case bool
  /// An instant.
  case date
  /// Bytes.
  case data
  /// A universally unique identifier.
  case uuid
  /// A uniform resource locator.
  case url
  /// An instant with the time zone it was written in.
  case zonedDate
  /// A Swift type with raw values; `cases` lists them, or is `nil` where they cannot be listed.
  case enumeration(name: String, raw: AttributeType, cases: [AttributeValue]?)
  /// Named elements, nested to any depth; an element has no relationships.
  case composite([AttributeDescription])
  /// A Swift type that is kept as another type through a declared conversion.
  case transformable(name: String, stored: AttributeType)
}

extension AttributeType {
  /// The type in which values are kept: the raw type of an enumeration, the target of a conversion.
  public var storage: AttributeType {
    switch self {
    case .enumeration(_, let raw, _): raw.storage
    case .transformable(_, let stored): stored.storage
    default: self
    }
  }

  /// Whether the values are numbers.
  public var isNumeric: Bool {
    switch storage {
    case .int16, .int32, .int64, .decimal, .double, .float: true
    default: false
    }
  }

  /// Whether the values are integers.
  public var isInteger: Bool {
    switch storage {
    case .int16, .int32, .int64: true
    default: false
    }
  }

  /// The least and the greatest integer of the type; `nil` for other types.
  package var integerBounds: ClosedRange<Int64>? {
    switch storage {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    default: nil
    }
  }

  /// The Swift type as a declaration spells it.
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
    case .enumeration(let name, _, _), .transformable(let name, _): name
    case .composite: "composite"
    }
  }

  /// The type in a sentence, with its article: `a whole number`.
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
    case .composite: "an object with named elements"
    case .enumeration, .transformable: "a \(swiftName)"
    }
  }
}
