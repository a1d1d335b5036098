public import ArmatureModel

/// A description of the objects to fetch: an entity, a condition, an order and a page.
///
/// ```swift
/// let request = FetchRequest("Book", orderedBy: [.ascending("title")], limit: 10) { $0.pages > 100 }
/// let page = try context.fetch(request)
/// print(page.count)  // 1
/// ```
/// A request is a value that refers to properties by name. The names are checked against the model when the request is
/// used. Core Data: `NSFetchRequest`.
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
  /// The sort orders, the most significant first.
  ///
  /// Objects that compare equal keep the order of their insertion, which is also the order without any sort orders.
  public var orderedBy: [FetchOrder]
  /// The maximum number of objects, from 0; `nil` for all.
  public var limit: Int?
  /// The number of objects to skip at the start, from 0.
  public var offset: Int
  /// A Boolean value that indicates whether the result includes objects of sub-entities. The default is `true`.
  public var includesSubentities = true
  /// A Boolean value that indicates whether the condition and the order see unsaved changes. The default is `true`.
  ///
  /// If it is `false`, they see saved values only, also of related objects: inserted objects are not found, and deleted
  /// objects are found until the next save. The returned objects still have the context's unsaved changes.
  public var includesPendingChanges = true
  /// The relationships to load with the result, as key paths: `["author.country"]`.
  ///
  /// Each step of a path takes one round trip for all objects, and another one if the list of a to-many relationship
  /// must be loaded first. If the objects belong to several entities, each entity takes its own round trips. Core Data:
  /// `relationshipKeyPathsForPrefetching`.
  public var prefetching: [String] = []
  /// A Boolean value that indicates whether objects are returned without values, which are then loaded on first access.
  /// The default is `false`.
  ///
  /// Objects of custom classes and prefetched objects always have their values.
  public var returnsObjectsAsFaults = false
  /// The number of objects that get their values in one round trip, from 1. The default, 0, loads all at once.
  ///
  /// With a batch size, a fetch returns faults. Accessing a fault also loads the following ones, up to the batch size,
  /// until the next fetch of the context. ``ManagedObjectContext/forEachBatch(of:_:)`` uses the same batch size.
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

  /// Creates a request from a closure, in which `$0` is an object.
  public init(
    _ entity: String, orderedBy: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate
  ) {
    self.init(
      entity, where: condition(DynamicQuery()), orderedBy: orderedBy, limit: limit, offset: offset)
  }

  /// Returns the request with values for the variables of its condition. Variables without a value stay.
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

  /// Decodes a request. Only the entity is required.
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
