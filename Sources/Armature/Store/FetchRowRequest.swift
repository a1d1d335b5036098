public import ArmatureModel

/// What to find as rows of values instead of objects.
///
/// ```swift
/// let request = FetchRowRequest(
///   "Book", [.property("author.name"), .count(as: "books"), .average("pages", as: "pages")],
///   having: { $0.books > 0 }, orderedBy: [.descending("books")])
/// for row in try context.fetch(request) { print(row["author.name"], row["books"], row["pages"]) }
/// ```
/// As soon as one column is an aggregate, there is a row for each combination of the values of the
/// others, and one for all objects if there are no others. Core Data: a request with the result type
/// dictionary, whose `propertiesToGroupBy` are the columns that are no aggregates.
public struct FetchRowRequest: Hashable, Sendable {
  /// The objects of which rows are made, without orders and a page.
  public var source: FetchRequest
  /// The columns.
  public var columns: [FetchColumn]
  /// What rows with aggregates must satisfy; its properties are columns.
  public var having: FetchPredicate
  /// What rows are sorted by: columns, or properties of the objects where each row stands for one.
  public var orders: [FetchOrder]
  /// How many rows to find at most, from 0; `nil` for all.
  public var limit: Int?
  /// How many of the rows to leave out at the start, from 0.
  public var offset: Int
  /// Whether rows with the same values are found once.
  public var isDistinct: Bool

  /// Describes rows; `having` is about columns.
  public init(
    _ entity: String, _ columns: [FetchColumn], where predicate: FetchPredicate = .constant(true),
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) },
    orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false
  ) {
    self.init(
      FetchRequest(entity, where: predicate), columns, having: having, orderedBy: orders,
      limit: limit, offset: offset, distinct: isDistinct)
  }

  /// Describes rows of the objects that a request finds.
  ///
  /// The orders and the page of that request do not count: rows have their own.
  public init(
    _ source: FetchRequest, _ columns: [FetchColumn],
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) },
    orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false
  ) {
    self.source = source
    self.columns = columns
    self.having = having(DynamicQuery())
    self.orders = orders
    self.limit = limit
    self.offset = offset
    self.isDistinct = isDistinct
  }

  /// Describes rows of a typed entity; the compiler checks the names in the closures.
  ///
  /// ```swift
  /// let request = FetchRowRequest(
  ///   Work.self, { [.property($0.writer.name), .aggregate(.average, $0.pages, as: "pages")] }
  /// ) { $0.pages > 10 }
  /// ```
  /// `having` and the orders are about columns, which have names. A closure behind the parentheses is the
  /// condition of the objects, and one with the label `having:` behind it that of the rows.
  public init<Type: EntityType>(
    _ type: Type.Type, _ columns: (Query<Type>) -> [FetchColumn],
    orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    distinct isDistinct: Bool = false,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) },
    having: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      FetchRequest(Type.entityName, where: condition(Query<Type>())), columns(Query<Type>()),
      having: having, orderedBy: orders, limit: limit, offset: offset, distinct: isDistinct)
  }

  /// Whether a row stands for several objects.
  var isGrouped: Bool { columns.contains { $0.aggregate != nil } }

  /// The column that an order names.
  func column(of order: FetchOrder) -> Int? {
    guard case .keyPath(let path) = order.expression, path.level == 0,
      let (column, rest) = column(at: path), rest.isEmpty
    else { return nil }
    return column
  }

  /// The column that a path names, which may have dots, and the elements of a composite behind it.
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
