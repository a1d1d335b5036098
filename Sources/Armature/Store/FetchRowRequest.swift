public import ArmatureModel

/// A description of rows of values to fetch instead of objects.
///
/// ```swift
/// let request = FetchRowRequest(
///   "Book", [.property("author.name"), .count(as: "books"), .average("pages", as: "pages")],
///   having: { $0.books > 0 }, orderedBy: [.descending("books")])
/// for row in try context.fetch(request) { print(row["author.name"], row["books"], row["pages"]) }
/// ```
/// If a column is an aggregate, the result has one row for each combination of values of the other columns. Without
/// other columns, it has a single row. Core Data: a request with the result type dictionary and `propertiesToGroupBy`.
public struct FetchRowRequest: Hashable, Sendable {
  /// The request for the objects that the rows are made of. Its orders and its page are ignored.
  public var source: FetchRequest
  /// The columns.
  public var columns: [FetchColumn]
  /// The condition that aggregated rows must satisfy; its properties are columns.
  public var having: FetchPredicate
  /// The sort orders of the rows: columns, or properties of the objects if each row represents one object.
  public var orderedBy: [FetchOrder]
  /// The maximum number of rows, from 0; `nil` for all.
  public var limit: Int?
  /// The number of rows to skip at the start, from 0.
  public var offset: Int
  /// A Boolean value that indicates whether duplicate rows are removed.
  public var isDistinct: Bool

  /// Creates a request for rows of an entity; the properties in `having` are columns.
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

  /// Creates a request for rows made of the objects that another request finds.
  ///
  /// The orders and the page of that request are ignored: rows have their own.
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

  /// Creates a request for rows of a typed entity; the compiler checks the names in the closures.
  ///
  /// ```swift
  /// let request = FetchRowRequest(
  ///   Work.self, { [.property($0.writer.name), .aggregate(.average, $0.pages, as: "pages")] }
  /// ) { $0.pages > 10 }
  /// ```
  /// `having` and the orders refer to columns by name. An unlabeled trailing closure is the condition of the objects; a
  /// trailing closure labeled `having:` is the condition of the rows.
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
