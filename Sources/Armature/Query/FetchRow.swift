public import ArmatureModel

/// One row of values.
public struct FetchRow: Hashable, Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The values, in the order of the columns; objects stand as their IDs.
  public let values: [AttributeValue]

  /// The value of a column; `null` where it has none.
  ///
  /// A name that no column has is a programmer error and traps with the near miss.
  public subscript(column: String) -> AttributeValue {
    guard let index = columns.firstIndex(of: column) else {
      let hint = nearMiss(column, in: columns).map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      programmerError("The row has no column \(column.quotedForMessage).\(hint)")
    }
    return values[index]
  }

  /// The value of a column as a type; `nil` where it has none, or one of another type.
  ///
  /// A name that no column has is a programmer error and traps with the near miss.
  public func value<Value: AttributeConvertible>(_ column: String, as type: Value.Type) -> Value? {
    Value(attributeValue: self[column])
  }
}

extension FetchRow: CustomStringConvertible {
  /// The values by name: `author.name: "Frank Herbert", books: 2`.
  public var description: String {
    zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")
  }
}
