public import ArmatureModel

/// A request for rows of values instead of objects.
///
/// Use it for reports and statistics. For example, the following request returns the number of books of each author and
/// the average length of these books:
///
/// ```swift
/// let request = FetchRowRequest(
///   "Book", [.property("author.name"), .count(as: "books"), .average("pages", as: "pages")],
///   having: { $0.books > 0 }, orderedBy: [.descending("books")])
/// for row in try context.fetch(request) { print(row["author.name"], row["books"], row["pages"]) }
/// ```
/// An aggregate, such as a count or an average, makes the request group the objects: objects with the same values in
/// all other columns form a group, and the result contains one row for each group. If all columns are aggregates, all
/// objects form a single group. If no column is an aggregate, the result contains one row for each object.
///
/// Core Data: a request with the result type dictionary and `propertiesToGroupBy`.
public struct FetchRowRequest: Hashable, Sendable {
  /// The request for the objects from which the rows are computed. The order, limit and offset of this request are
  /// ignored.
  public var source: FetchRequest
  /// The columns.
  public var columns: [FetchColumn]
  /// The condition that aggregated rows must satisfy. The condition refers to columns by name.
  public var having: FetchPredicate
  /// The sort orders of the rows.
  ///
  /// An order refers to a column by name. If each row represents one object, an order can also refer to a property of
  /// the object.
  public var orderedBy: [FetchOrder]
  /// The maximum number of rows to return, at least 0. Set it to `nil` to return all rows.
  public var limit: Int?
  /// The number of rows to skip at the start of the result, at least 0.
  public var offset: Int
  /// A Boolean value that indicates whether duplicate rows are removed.
  public var isDistinct: Bool

  /// Creates a request for rows of an entity. The `having` closure refers to columns.
  public init(
    _ entity: String, _ columns: [FetchColumn], where predicate: FetchPredicate = .constant(true),
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) },
    orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false
  ) {
    self.init(
      FetchRequest(entity, where: predicate), columns, having: having, orderedBy: orderedBy,
      limit: limit, offset: offset, distinct: isDistinct)
  }

  /// Creates a request for rows that are computed from the objects of another request.
  ///
  /// The order, limit and offset of the other request are ignored, because the rows have their own.
  public init(
    _ source: FetchRequest, _ columns: [FetchColumn],
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) },
    orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false
  ) {
    self.source = source
    self.columns = columns
    self.having = having(DynamicQuery())
    self.orderedBy = orderedBy
    self.limit = limit
    self.offset = offset
    self.isDistinct = isDistinct
  }

  /// Creates a request for rows of a typed entity.
  ///
  /// The columns are written as a closure, so the compiler checks the names of the properties:
  ///
  /// ```swift
  /// let request = FetchRowRequest(
  ///   Work.self, { [.property($0.writer.name), .aggregate(.average, $0.pages, as: "pages")] }
  /// ) { $0.pages > 10 }
  /// ```
  /// The trailing closure is the condition that the objects must satisfy. If the resulting rows must also satisfy a
  /// condition, pass it as the closure `having`. This closure and the orders refer to the columns by their names.
  public init<Type: EntityType>(
    _ type: Type.Type, _ columns: (Query<Type>) -> [FetchColumn],
    orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) },
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      FetchRequest(Type.entityName, where: condition(Query<Type>())), columns(Query<Type>()),
      having: having, orderedBy: orderedBy, limit: limit, offset: offset, distinct: isDistinct)
  }

  /// Whether a row represents several objects.
  var isGrouped: Bool { columns.contains { $0.aggregate != nil } }

  /// Returns the column that an order names.
  func column(of order: FetchOrder) -> Int? {
    guard case .keyPath(let path) = order.expression, path.level == 0,
      let (column, rest) = column(at: path), rest.isEmpty
    else { return nil }
    return column
  }

  /// Returns the column that a path names. Column names may contain dots; the rest of the path names elements of a
  /// composite.
  func column(at path: FetchPath) -> (column: Int, rest: ArraySlice<String>)? {
    for count in stride(from: path.names.count, to: 0, by: -1) {
      let name = path.names[..<count].joined(separator: ".")
      if let column = columns.firstIndex(where: { $0.name == name }) {
        return (column, path.names[count...])
      }
    }
    return nil
  }
}
