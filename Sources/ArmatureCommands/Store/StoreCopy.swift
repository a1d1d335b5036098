import Armature
import ArmatureModel

/// Copies all objects of a store to an empty store in one save.
struct StoreCopy {
  private let source: any StoreReader
  private let target: any PersistentStore
  private let model: ManagedObjectModel
  private let rows: [StoreRow]
  /// The objects in the new store, by their keys in the old one.
  private let ids: [Int64: ManagedObjectID]

  /// The number of keys per query.
  private static let batchSize = 10_000

  /// Reads the rows in a single state of the store, and reserves keys for them in the same order.
  init(from container: PersistentContainer, to target: any PersistentStore) throws {
    let (reader, model) = (try container.store.reader(), container.model)
    (source, self.model, self.target) = (reader, model, target)
    rows = try StoreRow.list(of: model, storeID: container.store.identifier) { rows in
      for entity in model.entities where entity.parent == nil {
        let (request, former) = (FetchRequest(entity.name), rows.count)
        try reader.fetch(request, into: rows)
        let strayCount = try reader.count(request) - (rows.count - former)
        if strayCount > 0 { throw Self.strays(strayCount, in: entity) }
      }
    }.sorted { $0.id.key < $1.id.key }
    let (keys, storeID) = (try target.reserveKeys(rows.count), target.identifier)
    ids = Dictionary(
      zip(rows, keys).map { row, key in
        (row.id.key, ManagedObjectID(entityName: row.id.entityName, key: key, storeID: storeID))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Saves all objects or none of them.
  ///
  /// - Returns: The number of objects.
  /// - Throws: ``CommandError`` if an object is missing to which a link leads. An error of the new store.
  func run() throws -> Int {
    try checkHiddenLinks()
    var changes = try rows.map { row in
      StoreChange(
        try copy(of: row.id, at: row), .insert,
        values: try row.values.enumerated().compactMap { property, value in
          value.isNull
            ? nil : StoreChange.Value(property: property, value: try copy(of: value, at: row))
        })
    }
    let places = Dictionary(grouping: rows.indices) { rows[$0].id.entityName }
    for entity in model.entities {
      for (property, description) in entity.persistentProperties.enumerated() {
        guard let relationship = description.asRelationship, relationship.arity != .toOne else {
          continue
        }
        try addLinks(
          along: relationship, property, of: entity, places[entity.name] ?? [], to: &changes)
      }
    }
    // The first save creates a JSON file, even an empty one.
    try target.commit(StoreTransaction(changes))
    return changes.count
  }

  /// Throws an error if a required link reads as `nil`, because the object to which it leads is missing.
  private func checkHiddenLinks() throws {
    for failure in try source.linksReadAsNone() {
      guard failure.severity == .error, case .danglingReference(let end) = failure.kind,
        let owner = failure.objectID
      else { continue }
      throw Self.dangling(from: owner, "\(end)")
    }
  }

  /// - Parameter entity: The root entity of the table.
  private static func strays(_ count: Int, in entity: EntityDescription) -> CommandError {
    CommandError(
      .badData,
      "All rows must be of entities of the model, but \(count) among those of "
        + "\(entity.name.displayEscaped()) "
        + "\(count == 1 ? "is" : "are") not. Nothing was copied: armature store check names the first of them."
    )
  }

  private static func dangling(from owner: ManagedObjectID, _ end: String) -> CommandError {
    CommandError(
      .badData,
      "All links must lead to existing objects, but one of \(owner) leads to \(end). Nothing "
        + "was copied: armature "
        + "store check finds all such links.")
  }

  /// Adds the links of an entity's relationship to the changes at some indices.
  private func addLinks(
    along relationship: RelationshipDescription, _ property: Int, of entity: EntityDescription,
    _ places: [Int], to changes: inout [StoreChange]
  ) throws {
    for start in stride(from: 0, to: places.count, by: Self.batchSize) {
      let batch = places[start..<min(start + Self.batchSize, places.count)]
      let keys = batch.map { rows[$0].id.key }
      let links = try source.links(for: keys, along: relationship, of: entity)
      for (place, members) in zip(batch, links) where !members.isEmpty {
        let members = try members.map { try copy(of: $0, at: rows[place]) }
        changes[place].links.append(
          StoreChange.Links(
            property: property, added: members, removed: [],
            order: relationship.arity == .ordered ? members : nil))
      }
    }
  }

  private func copy(of value: AttributeValue, at row: StoreRow) throws -> AttributeValue {
    guard case .object(let id) = value else { return value }
    return .object(try copy(of: id, at: row))
  }

  private func copy(of id: ManagedObjectID, at row: StoreRow) throws -> ManagedObjectID {
    if let copy = ids[id.key] { return copy }
    throw Self.dangling(from: row.id, "\(id)")
  }
}
