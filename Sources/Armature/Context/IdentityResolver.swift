import ArmatureModel

/// Looks up objects by their unique values.
///
/// The objects in memory may be outdated, because another context may have deleted an object or given its unique value
/// to another one. The resolver therefore looks in the store. If an object in memory has other values than the store,
/// the resolver reads it again.
///
/// All results describe the same state of the store. An unsaved change in this context takes precedence over the store.
/// If the two conflict, the save reports the conflict later.
final class IdentityResolver {
  private let graph: ObjectGraph
  private var reader: CheckedReader?
  /// The state of all answers.
  private let answers = StateCertificate()
  /// Whether the store has objects of an entity, for the entities already asked about.
  private var savedEntities: [Int: Bool] = [:]
  /// Changed objects with values that no object in the store has: others have deleted these objects.
  private(set) var ghosts: Set<Handle> = []

  /// The number of values in one query to the store.
  private static let batchSize = 1_000

  /// - Parameter reader: The reader to ask; `nil` for the state at the first question.
  init(_ graph: ObjectGraph, _ reader: CheckedReader? = nil) {
    (self.graph, self.reader) = (graph, reader)
  }

  /// Returns the reader for all questions.
  private func reader(of store: CheckedStore) throws -> CheckedReader {
    if let reader { return reader }
    let reader = try graph.source.reader(of: store)
    self.reader = reader
    return reader
  }

  /// The state of all answers; `nil` if no question was asked, or the answers have several states.
  var token: PersistentHistoryToken? { answers.token }

  /// Returns whether the objects in memory are the same as in the store.
  private func isCertified(_ store: CheckedStore, by reader: CheckedReader) throws -> Bool {
    guard let token = store.certificate.token, try reader.token() == token else { return false }
    answers.noteRead(at: token)
    return true
  }

  // MARK: Asking

  /// Finds the objects that have some unique values in the store, and adds them to the indexes.
  ///
  /// - Parameters:
  ///   - values: The values to look for. Each element contains the values of the constraint's properties, in their
  ///     order.
  ///   - trustsPending: True to skip a value if an object has it because of an unsaved change.
  ///   - mayBeFirst: True if the store may not contain any objects of the entity yet. In this case, the resolver first
  ///     runs a short query to find out, because this can save many others.
  /// - Throws: Any error of the store.
  /// - Complexity: One round trip for a thousand values.
  func find(
    _ values: [[AttributeValue]], of number: Int, trustsPending: Bool = false,
    mayBeFirst: Bool = false
  ) throws {
    guard let store = graph.store else { return }
    let constraint = graph.model.constraints[number]
    guard let entity = graph.model.index(of: constraint.entity) else { return }
    let properties = constraint.properties.compactMap {
      graph.model.entities[entity].property(named: $0).map(\.mayBeSaved)
    }
    let reader = try reader(of: store)
    let isCertified = try isCertified(store, by: reader)
    var unknown = values.filter { values in
      for (mayBeSaved, value) in zip(properties, values) where !mayBeSaved(value) { return false }
      let holders = holders(of: values, number)
      if isCertified, holders.contains(where: isSaved) { return false }
      return !trustsPending || holders.isEmpty || holders.contains { !isPending($0, number) }
    }
    if unknown.isEmpty { return }
    if mayBeFirst, try !hasSaved(entity, reader) {
      unknown.removeAll { values in !holders(of: values, number).contains(where: isSaved) }
    }
    for start in stride(from: 0, to: unknown.count, by: Self.batchSize) {
      let batch = unknown[start..<min(start + Self.batchSize, unknown.count)]
      try graph.source.parent?.find(Array(batch), of: number)
      try ask(batch, of: number, constraint.properties, entity, reader)
    }
  }

  /// Adds the saved objects with values that several objects share to the indexes.
  ///
  /// - Throws: Any error of the store.
  func find(_ shared: [SharedValues]) throws {
    for (number, shared) in shared.grouped(by: { $0.constraint }) {
      try find(shared.map(\.values), of: number)
    }
  }

  /// Registers the saved objects with some values and reads objects again that no longer have such a value.
  private func ask(
    _ batch: ArraySlice<[AttributeValue]>, of number: Int, _ properties: [String],
    _ entity: Int, _ reader: CheckedReader
  ) throws {
    // The store does not know values set here.
    var former: Set<Handle> = []
    for values in batch {
      for holder in holders(of: values, number) where isSaved(holder) && !isPending(holder, number)
      {
        former.insert(holder)
      }
    }
    // The request finds more than the objects that match in all properties; the indexes find those.
    let conditions = properties.enumerated().map { place, property in
      FetchPredicate.comparison(
        .keyPath([property]), .in, .list(batch.map { .constant($0[place]) }))
    }
    var request = FetchRequest(
      graph.model.entities[entity].name,
      where: .all(conditions))
    request.includesPendingChanges = false
    try graph.reading(from: reader) {
      let handles = try reader.noting(in: answers) {
        try StoreFetch(FetchRun(request, graph), reader).handles()
      }
      // Nothing that the context has can be stale.
      if former.isEmpty, graph.changes.updated.isEmpty { return }
      let found = Set(handles)
      // A changed object does not take over a row, but others may have given it values, or taken them away.
      let stale = found.filter { graph.object($0)?.row.state.contains(.updated) ?? false }
        .union(former.subtracting(found))
      if stale.isEmpty { return }
      try RowRebase(graph).readAgain(stale.sorted().compactMap { graph.object($0) })
      let lacking = former.subtracting(found)
      for handle in batch.lazy.flatMap({ self.holders(of: $0, number) })
      where lacking.contains(handle) && !isPending(handle, number) { ghosts.insert(handle) }
    }
  }

  /// Returns whether only the store can tell which object has some values of a constraint.
  func mustAsk(for values: [AttributeValue], of number: Int) throws -> Bool {
    guard let store = graph.store,
      let entity = graph.model.index(of: graph.model.constraints[number].entity)
    else { return false }
    let reader = try reader(of: store)
    let isHeld = holders(of: values, number).contains(where: isSaved)
    return try isHeld ? !isCertified(store, by: reader) : hasSaved(entity, reader)
  }

  /// Returns whether the store has objects of an entity or its sub-entities.
  private func hasSaved(_ entity: Int, _ reader: CheckedReader) throws -> Bool {
    if let known = savedEntities[entity] { return known }
    var request = FetchRequest(graph.model.entities[entity].name, limit: 1)
    request.includesPendingChanges = false
    let hasSaved = try StoreFetch(FetchRun(request, graph), reader).count() > 0
    savedEntities[entity] = hasSaved
    return hasSaved
  }

  // MARK: Memory

  /// Returns the objects of the context with some values, in the order of insertion.
  func holders(of values: [AttributeValue], _ number: Int) -> ContiguousArray<Handle> {
    graph.indexes.holders(of: values, number) { [graph] id in
      graph.keys.handle(forKey: id.key) ?? .none
    }
  }

  /// Returns the object of an entity or its sub-entities with some values. Objects that others have not deleted come
  /// first; among these the preferred object, then the first one.
  func holder(
    of values: [AttributeValue], _ number: Int, ofEntityAt position: Int,
    preferring former: Handle = .none
  ) -> ManagedObject? {
    let tree = graph.model.tree
    let orders = tree.order(at: position)...tree.lastOrder(at: position)
    let all = holders(of: values, number).compactMap { graph.slots.object($0) }
      .filter { orders.contains($0.shape.order) }
    let present = all.filter { !ghosts.contains($0.row.handle) }
    return present.first { $0.row.handle == former } ?? present.first ?? all.first
  }

  private func isSaved(_ handle: Handle) -> Bool {
    graph.slots.object(handle)?.row.state.isDisjoint(with: .inserted) ?? false
  }

  /// Returns whether an object has its values of a constraint through an unsaved change.
  func isPending(_ handle: Handle, _ number: Int) -> Bool {
    guard let object = graph.slots.object(handle) else { return false }
    if object.row.state.contains(.inserted) { return true }
    let places = object.shape.places
    return graph.model.constraints[number].positions.contains {
      object.row.isChanged(places[$0]) && !object.row.isAsCommitted(places[$0])
    }
  }
}

extension PropertyDescription {
  /// Tells whether a saved object may have a value in the property.
  ///
  /// A closure, which keeps the description: one that is passed around is copied for each value.
  fileprivate var mayBeSaved: (AttributeValue) -> Bool {
    switch self {
    case .attribute(let attribute): { !$0.isNull && attribute.admits($0) }
    case .relationship: { if case .object(let id) = $0 { !id.isTemporary } else { false } }
    case .fetched: { _ in false }
    }
  }
}
