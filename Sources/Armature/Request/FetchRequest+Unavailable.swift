// Core Data members that have another name or form here. Each message names the replacement.

extension FetchRequest {
  /// Unavailable: the name of the entity has no label, as in `FetchRequest("Book")`.
  @available(*, unavailable, message: "use FetchRequest(\"Book\")")
  public init(entityName: String) { self.init(entityName) }

  /// Unavailable: use ``orderedBy``.
  @available(*, unavailable, message: "use orders: [.ascending(\"title\")]")
  public var sortDescriptors: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``limit``.
  @available(*, unavailable, message: "use limit")
  public var fetchLimit: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``offset``.
  @available(*, unavailable, message: "use offset")
  public var fetchOffset: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``batchSize``.
  @available(*, unavailable, message: "use batchSize")
  public var fetchBatchSize: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``entity``.
  @available(*, unavailable, message: "use entity")
  public var entityName: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``prefetching``.
  @available(*, unavailable, message: "use prefetching: [\"author.country\"]")
  public var relationshipKeyPathsForPrefetching: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `fetch(_:)` for objects, `fetchIDs(_:)` for IDs, `count(_:)` for a count, and ``FetchRowRequest``
  /// for rows.
  @available(
    *, unavailable,
    message:
      "use fetch(_:) for objects, fetchIDs(_:) for IDs, count(_:) for a count, and a FetchRowRequest for rows"
  )
  public var resultType: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest/columns``.
  @available(
    *, unavailable,
    message: "use FetchRowRequest(\"Book\", [.property(\"title\")])"
  )
  public var propertiesToFetch: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest``, which groups by its columns without an aggregate.
  @available(
    *, unavailable,
    message: "use a FetchRowRequest, which groups by its columns that are not aggregates"
  )
  public var propertiesToGroupBy: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use ``FetchRowRequest/isDistinct``.
  @available(
    *, unavailable,
    message: "use FetchRowRequest(\"Book\", columns, distinct: true)"
  )
  public var returnsDistinctResults: Any? {
    get { nil }
    set {}
  }
}
