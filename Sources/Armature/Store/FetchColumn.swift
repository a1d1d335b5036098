public import ArmatureModel

/// A column of the rows that a request yields: a value of each object, or an aggregate of several.
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
public struct FetchColumn: Hashable, Sendable, Codable {
  /// The name of the column, which no other of the request has.
  public var name: String
  /// The value of an object.
  public var expression: FetchExpression
  /// What becomes of the values of several objects; `nil` for a column by which rows are grouped.
  public var aggregate: FetchExpression.Aggregate?

  /// Makes a column of any value that can be computed of an object.
  public init(
    _ name: String, _ expression: FetchExpression, aggregate: FetchExpression.Aggregate? = nil
  ) {
    self.name = name
    self.expression = expression
    self.aggregate = aggregate
  }

  /// A property at the end of a key path, which is also the name of the column unless one is given.
  public static func property(_ keyPath: String, as name: String? = nil) -> FetchColumn {
    FetchColumn(name ?? keyPath, .keyPath(FetchPath(dotted: keyPath)))
  }

  /// A value that is computed of each object: `.computed("total") { $0.price * $0.pages }`.
  public static func computed(
    _ name: String, _ value: (DynamicQuery) -> some QueryExpression
  ) -> FetchColumn {
    FetchColumn(name, value(DynamicQuery()).fetchExpression)
  }

  /// A property of a typed entity, as a closure or `$0` has it: `.property($0.writer.name)`.
  ///
  /// The column has the name of its key path, `writer.name`, unless one is given; what is computed has
  /// its text.
  public static func property(
    _ value: some QueryExpression, as name: String? = nil
  ) -> FetchColumn {
    let expression = value.fetchExpression
    guard case .keyPath(let path) = expression else {
      return FetchColumn(name ?? "\(expression)", expression)
    }
    return FetchColumn(name ?? path.names.joined(separator: "."), expression)
  }

  /// An aggregate of a property of a typed entity: `.aggregate(.sum, $0.pages, as: "pages")`.
  public static func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ value: some QueryExpression, as name: String
  ) -> FetchColumn {
    FetchColumn(name, value.fetchExpression, aggregate: aggregate)
  }

  /// How many objects there are.
  public static func count(as name: String = "count") -> FetchColumn {
    FetchColumn(name, .keyPath([]), aggregate: .count)
  }

  /// How many values there are at the end of a key path; absent ones do not count.
  public static func count(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.count, keyPath, name)
  }

  /// The sum of the numbers at the end of a key path; 0 for none.
  public static func sum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.sum, keyPath, name)
  }

  /// The mean of the numbers at the end of a key path; no value for none.
  public static func average(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.average, keyPath, name)
  }

  /// The least value at the end of a key path; no value for none.
  public static func minimum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.minimum, keyPath, name)
  }

  /// The greatest value at the end of a key path; no value for none.
  public static func maximum(_ keyPath: String, as name: String) -> FetchColumn {
    aggregate(.maximum, keyPath, name)
  }

  private static func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ keyPath: String, _ name: String
  ) -> FetchColumn {
    FetchColumn(name, .keyPath(FetchPath(dotted: keyPath)), aggregate: aggregate)
  }
}
