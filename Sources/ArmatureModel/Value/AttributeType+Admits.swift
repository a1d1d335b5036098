extension AttributeDescription {
  /// Whether a value, which may be absent, is one of the attribute's type.
  package func admits(_ value: AttributeValue) -> Bool {
    if value.isNull { return true }
    switch type {
    case .enumeration(_, let raw, let cases):
      guard raw.admits(value) else { return false }
      if let cases { return cases.contains(value) }
    default:
      guard type.admits(value) else { return false }
    }
    return accepts?.passes(value) ?? true
  }
}

extension AttributeType {
  /// Whether a present value is one of the stored type.
  package func admits(_ value: AttributeValue) -> Bool {
    switch (storage, value) {
    case (.int16, .int(let value)): Int16(exactly: value) != nil
    case (.int32, .int(let value)): Int32(exactly: value) != nil
    case (.int64, .int), (.decimal, .decimal), (.double, .double), (.string, .string): true
    case (.float, .double(let value)): Float(attributeValue: .double(value)) != nil
    case (.bool, .bool), (.date, .date), (.data, .data), (.uuid, .uuid), (.url, .url): true
    case (.zonedDate, .zonedDate): true
    case (.composite(let elements), .composite(let values)):
      // An element may be absent here; that it is required is a rule, and checked by one.
      values.allSatisfy { name, value in
        elements.first { $0.name == name }?.admits(value) ?? false
      }
    default: false
    }
  }
}

extension AttributeValue {
  /// What kind of value this is, for messages: `the text`.
  package var typeName: String {
    switch self {
    case .null: "nothing"
    case .bool: "the truth value"
    case .int: "the integer"
    case .double: "the number"
    case .decimal: "the decimal number"
    case .string: "the text"
    case .date: "the date"
    case .data: "the data"
    case .uuid: "the UUID"
    case .url: "the URL"
    case .zonedDate: "the zoned date"
    case .composite: "the composite"
    case .object: "the object"
    case .objects: "the objects"
    }
  }
}

extension AttributeValue {
  /// The attribute type that has values of this kind.
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
