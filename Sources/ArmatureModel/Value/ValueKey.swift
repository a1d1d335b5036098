/// A key of an encoded value that contains the type of the value. It is `int`, or `pages.int` for a value with a name.
///
/// A name may contain points. The last point separates the name from the type.
package struct ValueKey: CodingKey {
  /// The kinds of values, as keys name them.
  package enum Kind: String, CaseIterable {
    case bool, int, double, decimal, string, date, data, uuid, url, zonedDate, composite, object
    case objects, calendarDate, list, json
    /// The kind of a missing value with a name. Without a name, a missing value is encoded as `null`.
    case null
  }

  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }

  /// The key of a value without a name.
  init(_ kind: Kind) { stringValue = kind.rawValue }

  /// The key of a value with a name.
  package init(_ name: String, _ kind: Kind) { stringValue = name + "." + kind.rawValue }

  /// The kind of a value without a name.
  var kind: Kind? { Kind(rawValue: stringValue) }

  /// The name and the kind of a value with a name.
  package var parts: (name: String, kind: Kind)? {
    guard let point = stringValue.utf8.lastIndex(of: UInt8(ascii: ".")),
      let kind = Kind(rawValue: String(stringValue[stringValue.utf8.index(after: point)...]))
    else { return nil }
    return (String(stringValue[..<point]), kind)
  }
}

extension AttributeValue {
  /// The kind of the value.
  package var kind: ValueKey.Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .zonedDate: .zonedDate
    case .composite: .composite
    case .object: .object
    case .objects: .objects
    case .calendarDate: .calendarDate
    case .list: .list
    case .json: .json
    }
  }
}
