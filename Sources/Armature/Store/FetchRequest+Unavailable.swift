// Core Data members that have another name or form here. Each message names the replacement.

extension FetchRequest {
  /// Unavailable: the name of the entity has no label, as in `FetchRequest("Book")`.
  @available(*, unavailable, message: "the name of the entity has no label: FetchRequest(\"Book\")")
  public init(entityName: String) { self.init(entityName) }

  /// Unavailable: use ``orders``.
  @available(*, unavailable, message: "it is called orders: [.ascending(\"title\")]")
  public var sortDescriptors: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``limit``.
  @available(*, unavailable, message: "it is called limit")
  public var fetchLimit: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``offset``.
  @available(*, unavailable, message: "it is called offset")
  public var fetchOffset: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``batchSize``.
  @available(*, unavailable, message: "it is called batchSize")
  public var fetchBatchSize: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``entity``.
  @available(*, unavailable, message: "it is called entity")
  public var entityName: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``prefetching``.
  @available(*, unavailable, message: "it is called prefetching: [\"author.country\"]")
  public var relationshipKeyPathsForPrefetching: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `fetch(_:)` for objects, `fetchIDs(_:)` for IDs, `count(_:)` for a count, and ``FetchRowRequest``
  /// for rows.
  @available(
    *, unavailable,
    message:
      "fetch(_:) gives objects, fetchIDs(_:) IDs, count(_:) a count, and a FetchRowRequest rows"
  )
  public var resultType: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest/columns``.
  @available(
    *, unavailable,
    message: "a FetchRowRequest has columns: FetchRowRequest(\"Book\", [.property(\"title\")])"
  )
  public var propertiesToFetch: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest``, which groups by its columns without an aggregate.
  @available(
    *, unavailable,
    message: "a FetchRowRequest groups by those of its columns that are no aggregates"
  )
  public var propertiesToGroupBy: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest/isDistinct``.
  @available(
    *, unavailable,
    message: "a FetchRowRequest has it: FetchRowRequest(\"Book\", columns, distinct: true)"
  )
  public var returnsDistinctResults: Any? {
    get { nil }
    set {}
  }
}
