public import ArmatureModel

/// A column of the rows that a ``FetchRowRequest`` returns.
///
/// A column contains either a value of each object, such as its title, or an aggregate of several objects, such as the
/// sum of their pages. The following request combines both. It returns one row for each author and decade:
///
/// ```swift
/// let request = FetchRowRequest(
///   "Book",
///   [
///     .property("author.name", as: "author"), .count(), .maximum("pages", as: "longest"),
///     .computed("decade") { $0.year / 10 },
///   ])
/// for row in try context.fetch(request) { print(row["author"], row["longest"]) }
/// ```
/// Core Data: `propertiesToFetch` and `NSExpressionDescription`.
///
/// ## Topics
///
/// ### Aggregates
/// - ``count(as:)``
/// - ``count(_:as:)``
/// - ``sum(_:as:)``
/// - ``average(_:as:)``
/// - ``minimum(_:as:)``
/// - ``maximum(_:as:)``
/// - ``aggregate(_:_:as:)``
public struct FetchColumn: Hashable, Sendable, Codable {
  /// The name of the column, which must be unique in the request.
  public var name: String
  /// The expression that is computed for each object.
  public var expression: FetchExpression
  /// The aggregate that combines the values of several objects.
  ///
  /// The aggregate is `nil` for a column with a value of each object. If other columns have an aggregate, objects with
  /// equal values in this column form a group.
  public var aggregate: FetchExpression.Aggregate?

  /// Creates a column from any expression over an object.
  public init(
    _ name: String, _ expression: FetchExpression, aggregate: FetchExpression.Aggregate? = nil
  ) {
    self.name = name
    self.expression = expression
    self.aggregate = aggregate
  }

  /// Returns a column for the property at the end of a key path. The default name of the column is the key path.
  public static func property(_ keyPath: String, as name: String? = nil) -> FetchColumn {
    FetchColumn(name ?? keyPath, .keyPath(FetchPath(dotted: keyPath)))
  }

  /// Returns a column computed from each object: `.computed("total") { $0.price * $0.pages }`.
  public static func computed(
    _ name: String, _ value: (DynamicQuery) -> some QueryExpression
  ) -> FetchColumn {
    FetchColumn(name, value(DynamicQuery()).fetchExpression)
  }

  /// Returns a column for a property of a typed entity: `.property($0.writer.name)`.
  ///
  /// The default name of the column is the key path, in this example `writer.name`. For any other expression, the
  /// default name is the text of the expression.
  public static func property(
    _ value: some QueryExpression, as name: String? = nil
  ) -> FetchColumn {
    let expression = value.fetchExpression
    guard case .keyPath(let path) = expression else {
      return FetchColumn(name ?? "\(expression)", expression)
    }
    return FetchColumn(name ?? path.dotted, expression)
  }

  /// Returns a column that aggregates a property of a typed entity: `.aggregate(.sum, $0.pages, as: "pages")`.
  public static func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ value: some QueryExpression, as name: String
  ) -> FetchColumn {
    FetchColumn(name, value.fetchExpression, aggregate: aggregate)
  }

  /// Returns a column with the number of objects.
  public static func count(as name: String = "count") -> FetchColumn {
    FetchColumn(name, .keyPath([]), aggregate: .count)
  }

  /// Returns a column with the number of values at the end of a key path. Missing values are not counted.
  public static func count(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.count, keyPath, name)
  }

  /// Returns a column with the sum of the numbers at the end of a key path. The sum is 0 if no object has a value.
  public static func sum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.sum, keyPath, name)
  }

  /// Returns a column with the average of the numbers at the end of a key path. The column is null if no object has a
  /// value.
  public static func average(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.average, keyPath, name)
  }

  /// Returns a column with the least value at the end of a key path. The column is null if no object has a value.
  public static func minimum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.minimum, keyPath, name)
  }

  /// Returns a column with the greatest value at the end of a key path. The column is null if no object has a value.
  public static func maximum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.maximum, keyPath, name)
  }

  private static func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ keyPath: String, _ name: String
  ) -> FetchColumn {
    FetchColumn(name, .keyPath(FetchPath(dotted: keyPath)), aggregate: aggregate)
  }
}
