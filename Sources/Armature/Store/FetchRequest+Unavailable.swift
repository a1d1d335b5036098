// Members that Core Data has under other names, or in another form: each says where it is.

extension FetchRequest {
  /// Refuses a word; it has no label.
  @available(*, unavailable, message: "the name of the entity has no label: FetchRequest(\"Book\")")
  public init(entityName: String) { self.init(entityName) }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called orders: [.ascending(\"title\")]")
  public var sortDescriptors: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called limit")
  public var fetchLimit: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called offset")
  public var fetchOffset: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called batchSize")
  public var fetchBatchSize: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called entity")
  public var entityName: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called prefetching: [\"author.country\"]")
  public var relationshipKeyPathsForPrefetching: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; a function each gives objects, IDs, a count and rows.
  @available(
    *, unavailable,
    message:
      "fetch(_:) gives objects, fetchIDs(_:) IDs, count(_:) a count, and a FetchRowRequest rows"
  )
  public var resultType: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; another request has columns.
  @available(
    *, unavailable,
    message: "a FetchRowRequest has columns: FetchRowRequest(\"Book\", [.property(\"title\")])"
  )
  public var propertiesToFetch: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; another request has groups.
  @available(
    *, unavailable,
    message: "a FetchRowRequest groups by those of its columns that are no aggregates"
  )
  public var propertiesToGroupBy: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; another request has it.
  @available(
    *, unavailable,
    message: "a FetchRowRequest has it: FetchRowRequest(\"Book\", columns, distinct: true)"
  )
  public var returnsDistinctResults: Any? {
    get { nil }
    set {}
  }
}
