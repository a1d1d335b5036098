import ArmatureModel

/// The types of columns and parameters that this library reads and writes, by the server's numbers.
enum PostgreSQLType: UInt32 {
  case bool = 16
  case bytea = 17
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case json = 114
  case float8 = 701
  case date = 1082
  case timestamptz = 1184
  case numeric = 1700
  case uuid = 2950
  case tsvector = 3614

  case boolArray = 1000
  case byteaArray = 1001
  case textArray = 1009
  case int8Array = 1016
  case float8Array = 1022
  case dateArray = 1182
  case timestamptzArray = 1185
  case numericArray = 1231
  case uuidArray = 2951

  /// Returns the type with a server number. Types that differ from text only in their name become text.
  init?(number: UInt32) {
    switch number {
    // Names of the catalog, texts of limited length, and values without a type.
    case 19, 705, 1042, 1043: self = .text
    default: self.init(rawValue: number)
    }
  }

  /// The element type of an array; `nil` for other types.
  var element: PostgreSQLType? {
    switch self {
    case .boolArray: .bool
    case .byteaArray: .bytea
    case .textArray: .text
    case .int8Array: .int8
    case .float8Array: .float8
    case .dateArray: .date
    case .timestamptzArray: .timestamptz
    case .numericArray: .numeric
    case .uuidArray: .uuid
    default: nil
    }
  }

  /// The attribute type of the values in a list's text, for the type of an array element.
  var listType: AttributeType {
    switch self {
    case .bool: .bool
    case .int8, .int2, .int4: .int64
    case .float8: .double
    case .numeric: .decimal
    case .timestamptz: .date
    case .date: .calendarDate
    case .uuid: .uuid
    case .bytea: .data
    default: .string
    }
  }
}
