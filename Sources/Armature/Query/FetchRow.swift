public import ArmatureModel

/// One row of the values that a ``FetchRowRequest`` returns.
///
/// ```swift
/// let request = FetchRowRequest("Book", [.property("author.name"), .sum("pages", as: "pages")])
/// for row in try context.fetch(request) {
///   print(row["author.name"], try row.value("pages", as: Int.self) ?? 0)  // "Frank Herbert" 412
/// }
/// ```
public struct FetchRow: Hashable, Sendable {
  /// The name of the request's entity.
  let entity: String
  /// The names of the columns.
  public let columns: [String]
  /// The values, in the order of the columns. Objects appear as their IDs.
  public let values: [AttributeValue]

  /// Returns the value of a column, or `null` if the value is missing.
  ///
  /// An unknown column is a programmer error and traps. The message suggests a similar name.
  public subscript(column: String) -> AttributeValue {
    do {
      return try value(of: column)
    } catch {
      programmerError("\(error)")
    }
  }

  /// Returns the value of a column as a given type, or `nil` if the value is missing.
  ///
  /// You can read a number as another numeric type if the conversion is exact. For example, you can read the integer
  /// 412 as a `Double`. Reading 2.5 as an `Int` throws an error.
  ///
  /// - Throws: ``ManagedObjectError`` if the column is unknown or the value has another type.
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
  /// The names and values of the columns, as in `author.name: "Frank Herbert", books: 2`.
  public var description: String {
    zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")
  }
}
