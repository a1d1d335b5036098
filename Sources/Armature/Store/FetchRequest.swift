public import ArmatureModel

/// What to find: objects of an entity, by a condition, in an order, a page at a time.
///
/// ```swift
/// let request = FetchRequest("Book", orderedBy: [.ascending("title")], limit: 10) { $0.pages > 100 }
/// let page = try context.fetch(request)
/// print(page.count)  // 1
/// ```
/// A request is a value that names properties by text; it is checked against the model when it is
/// used. Core Data: `NSFetchRequest`.
public struct FetchRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// What objects must satisfy.
  public var predicate: FetchPredicate
  /// What the objects are sorted by, the most significant first.
  ///
  /// Objects that agree in all of it stand in the order of their insertion, which is that of all
  /// objects without any.
  public var orders: [FetchOrder]
  /// How many objects to find at most, from 0; `nil` for all.
  public var limit: Int?
  /// How many of the objects to leave out at the start, from 0.
  public var offset: Int
  /// Whether objects of sub-entities are found, too; by default they are.
  public var includesSubentities = true
  /// Whether objects are found as they are now, by default, rather than as they were last saved.
  ///
  /// Without pending changes a condition and an order look at saved values, also of the objects that
  /// relationships led to: inserted objects are not found, and deleted ones are until the next save.
  /// The objects themselves are those of the context, with their changes.
  public var includesPendingChanges = true
  /// The relationships whose objects are loaded with the result, as key paths: `["author.country"]`.
  ///
  /// Each step takes one round trip for all objects, and one more where the list of a to-many
  /// relationship is loaded first; so many for each entity that the objects are of. Core Data:
  /// `relationshipKeyPathsForPrefetching`.
  public var prefetching: [String] = []
  /// Whether the store is asked for no values: objects get them when they are first looked at.
  ///
  /// By default they come with the result. Objects of custom classes have them always, and what is
  /// prefetched has them, too.
  public var returnsObjectsAsFaults = false
  /// How many objects get their values in one round trip, from 1; 0, the default, is all at once.
  ///
  /// With a batch size a fetch returns faults, and looking at one fills the others behind it, so many
  /// at a time, until the next fetch of the context. It is also the size of the batches of
  /// ``ManagedObjectContext/forEachBatch(of:_:)``.
  public var batchSize = 0

  /// Describes what to find.
  public init(
    _ entity: String, where predicate: FetchPredicate = .constant(true),
    orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.orders = orders
    self.limit = limit
    self.offset = offset
  }

  /// Describes what to find by a closure, in which `$0` is an object.
  public init(
    _ entity: String, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate
  ) {
    self.init(
      entity, where: condition(DynamicQuery()), orderedBy: orders, limit: limit, offset: offset)
  }

  /// The request with values for the variables of its condition; variables without a value stay.
  public func binding(_ values: [String: FetchExpression]) -> FetchRequest {
    var request = self
    request.predicate = predicate.binding(values)
    return request
  }
}

/// An object with the members of the request; what is absent has its default.
extension FetchRequest: Codable {
  private enum Key: String, CodingKey {
    case entity, predicate, orders, limit, offset, includesSubentities, includesPendingChanges
    case prefetching, returnsObjectsAsFaults, batchSize
  }

  /// Decodes a request; only the entity must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func decode<Part: Decodable>(_ key: Key, or value: Part) throws -> Part {
      try members.decodeIfPresent(Part.self, forKey: key) ?? value
    }
    self.init(
      try members.decode(String.self, forKey: .entity),
      where: try decode(.predicate, or: .constant(true)), orderedBy: try decode(.orders, or: []),
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
    if !orders.isEmpty { try members.encode(orders, forKey: .orders) }
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
  /// The names that a key path has between its dots.
  var components: [String] {
    split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
