/// The kinds of JSON values, distinguished by their first character.
package enum JSONToken: UInt8, Hashable, Sendable {
  case object
  case array
  case string
  case number
  case `true`
  case `false`
  case null

  /// The kind of the value, for messages.
  var name: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "text"
    case .number: "number"
    case .true, .false: "bool"
    case .null: "null"
    }
  }
}
