public import ArmatureModel

/// One row of values.
///
/// ```swift
/// let request = FetchRowRequest("Book", [.property("author.name"), .sum("pages", as: "pages")])
/// for row in try context.fetch(request) {
///   print(row["author.name"], try row.value("pages", as: Int.self) ?? 0)  // "Frank Herbert" 412
/// }
/// ```
public struct FetchRow: Hashable, Sendable {
  /// The name of the entity that was asked.
  let entity: String
  /// The names of the columns.
  public let columns: [String]
  /// The values, in the order of the columns; objects stand as their IDs.
  public let values: [AttributeValue]

  /// The value of a column; `null` where it has none.
  ///
  /// A name that no column has is a programmer error and traps with the near miss.
  public subscript(column: String) -> AttributeValue {
    do {
      return try value(of: column)
    } catch {
      programmerError("\(error)")
    }
  }

  /// The value of a column as a type; `nil` where it has none.
  ///
  /// Numbers become those of other types where that is exact: a sum of nothing is the whole number 0.
  ///
  /// - Throws: ``ManagedObjectError`` for a name that no column has, and a value that is none of the type.
  public func value<Value: AttributeConvertible>(
    _ column: String, as type: Value.Type
  ) throws -> Value? {
    let value = try value(of: column)
    if value.isNull { return nil }
    guard
      let result = Value(attributeValue: value)
        ?? value.converted(to: Value.attributeType).flatMap(Value.init(attributeValue:))
    else {
      throw ManagedObjectError.wrongRead(
        entity: entity, property: column, type: value.swiftTypeName, readAs: "\(type)")
    }
    return result
  }

  private func value(of column: String) throws(ManagedObjectError) -> AttributeValue {
    guard let index = columns.firstIndex(of: column) else {
      throw .unknownColumn(
        entity: entity, name: column, suggestion: nearMiss(column, in: columns))
    }
    return values[index]
  }
}

extension FetchRow: CustomStringConvertible {
  /// The values by name: `author.name: "Frank Herbert", books: 2`.
  public var description: String {
    zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")
  }
}
