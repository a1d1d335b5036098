public import ArmatureModel

/// A description of the objects that you want to fetch: their entity, a condition, an order and a page.
///
/// Create a request, and pass it to ``ManagedObjectContext/fetch(_:)-(FetchRequest)``. For example, this request
/// returns the first ten books that have more than 100 pages:
///
/// ```swift
/// let request = FetchRequest("Book", orderedBy: [.ascending("title")], limit: 10) { $0.pages > 100 }
/// let page = try context.fetch(request)
/// print(page.count)  // 1
/// ```
/// A request is a value. You can copy it, change the copy, encode it, and send it to another task. Because a request
/// names its properties as strings, the context checks them against its model when it runs the request. An unknown name
/// throws a ``FetchRequestError``.
///
/// Core Data: `NSFetchRequest`.
///
/// ## Topics
///
/// ### Paging
/// - ``limit``
/// - ``offset``
/// - ``batchSize``
///
/// ### Choosing Objects
/// - ``includesSubentities``
/// - ``includesPendingChanges``
///
/// ### Loading
/// - ``prefetching``
/// - ``returnsObjectsAsFaults``
public struct FetchRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// The condition that the objects must satisfy.
  public var predicate: FetchPredicate
  /// The sort orders. The first order is the most significant.
  ///
  /// If all orders treat two objects as equal, the object that was inserted first comes first. A request without sort
  /// orders returns the objects in the order of their insertion.
  public var orderedBy: [FetchOrder]
  /// The maximum number of objects to return, at least 0. Set it to `nil` to return all objects.
  public var limit: Int?
  /// The number of objects to skip at the start of the result, at least 0.
  public var offset: Int
  /// A Boolean value that indicates whether the result includes objects of sub-entities. The default is `true`.
  public var includesSubentities = true
  /// A Boolean value that indicates whether the request takes unsaved changes into account. The default is `true`.
  ///
  /// Set this property to `false` to search only the data that are saved in the store. The request then still finds an
  /// object that you have deleted but not saved, and it does not find an object that you have just inserted. If you
  /// have changed an object, the request tests the saved values of the object. The returned object still contains your
  /// changes.
  public var includesPendingChanges = true
  /// The relationships to load together with the result, as key paths such as `["author.country"]`.
  ///
  /// Set this property if you are going to read a related object of every result. Otherwise, the context would ask the
  /// store for each of these objects when you first read it. With this property, the context loads all related objects
  /// right after the results, usually in a single round trip for each relationship on the path.
  ///
  /// A to-many relationship may need a second round trip. If the results belong to several entities, the context makes
  /// separate round trips for each of these entities.
  ///
  /// Core Data: `relationshipKeyPathsForPrefetching`.
  public var prefetching: [String] = []
  /// A Boolean value that indicates whether the request returns objects without their values. The default is `false`.
  ///
  /// Such an object is called a fault. The context loads its values when you first read one of them.
  ///
  /// Objects of custom classes and prefetched objects always have their values.
  public var returnsObjectsAsFaults = false
  /// The number of objects to load in one round trip. The default is 0, which loads all objects at once.
  ///
  /// Set a batch size if the result is long and you may not read all of it, for example in a scrolling list. The fetch
  /// then returns faults, which are objects whose values are not loaded. When you first read one of these objects, the
  /// context loads a whole batch: this object and the ones after it. The batch size applies until the next fetch in the
  /// same context.
  ///
  /// The method ``ManagedObjectContext/forEachBatch(of:_:)`` also uses this size for its batches.
  public var batchSize = 0

  /// Creates a request from a predicate.
  public init(
    _ entity: String, where predicate: FetchPredicate = .constant(true),
    orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.orderedBy = orderedBy
    self.limit = limit
    self.offset = offset
  }

  /// Creates a request with a closure as its condition. In the closure, `$0` stands for an object.
  public init(
    _ entity: String, orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate
  ) {
    self.init(
      entity, where: condition(DynamicQuery()), orderedBy: orderedBy, limit: limit, offset: offset)
  }

  /// Returns the request with values in place of the variables of its condition.
  ///
  /// A variable without a value remains in the condition.
  public func binding(_ values: [String: FetchExpression]) -> FetchRequest {
    var request = self
    request.predicate = predicate.binding(values)
    return request
  }
}

/// The coded form is an object with the request's properties; missing ones get their defaults.
extension FetchRequest: Codable {
  private enum Key: String, CodingKey {
    case entity, predicate, orderedBy = "orders", limit, offset, includesSubentities,
      includesPendingChanges
    case prefetching, returnsObjectsAsFaults, batchSize
  }

  /// Decodes a request. The encoded form must contain the entity. All other parts are optional.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func decode<Part: Decodable>(_ key: Key, or value: Part) throws -> Part {
      try members.decodeIfPresent(Part.self, forKey: key) ?? value
    }
    self.init(
      try members.decode(String.self, forKey: .entity),
      where: try decode(.predicate, or: .constant(true)), orderedBy: try decode(.orderedBy, or: []),
      limit: try members.decodeIfPresent(Int.self, forKey: .limit),
      offset: try decode(.offset, or: 0))
    includesSubentities = try decode(.includesSubentities, or: true)
    includesPendingChanges = try decode(.includesPendingChanges, or: true)
    prefetching = try decode(.prefetching, or: [])
    returnsObjectsAsFaults = try decode(.returnsObjectsAsFaults, or: false)
    batchSize = try decode(.batchSize, or: 0)
  }

  /// Encodes the request.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(entity, forKey: .entity)
    if predicate != .constant(true) { try members.encode(predicate, forKey: .predicate) }
    if !orderedBy.isEmpty { try members.encode(orderedBy, forKey: .orderedBy) }
    try members.encodeIfPresent(limit, forKey: .limit)
    if offset != 0 { try members.encode(offset, forKey: .offset) }
    if !includesSubentities { try members.encode(false, forKey: .includesSubentities) }
    if !includesPendingChanges { try members.encode(false, forKey: .includesPendingChanges) }
    if !prefetching.isEmpty { try members.encode(prefetching, forKey: .prefetching) }
    if returnsObjectsAsFaults { try members.encode(true, forKey: .returnsObjectsAsFaults) }
    if batchSize != 0 { try members.encode(batchSize, forKey: .batchSize) }
  }
}

extension String {
  /// The names between the dots of a key path.
  var components: [String] {
    split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
