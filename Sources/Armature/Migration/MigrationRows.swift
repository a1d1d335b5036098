import ArmatureModel

/// The objects of a store as plain values, on their way from one model to another.
struct MigrationRows {
  /// The values and links of an object, by the position of each persistent property of its entity.
  struct Row {
    let key: Int64
    /// The values of attributes; null for a relationship.
    var values: [AttributeValue]
    /// The keys of related objects, in order; empty for an attribute.
    var links: [[Int64]]
  }

  let model: ManagedObjectModel
  /// The objects of each entity, by its position, in the order of their keys.
  private(set) var rows: [[Row]]

  /// Creates empty rows.
  init(of model: ManagedObjectModel) {
    self.model = model
    rows = Array(repeating: [], count: model.entities.count)
  }

  /// Creates rows from all objects of a context that keeps the rows of a store.
  init(_ context: ManagedObjectContext) {
    self.init(of: context.model)
    let graph = context.graph
    for (position, entity) in model.entities.enumerated() {
      let relationships = entity.persistentProperties.map(\.asRelationship)
      for handle in graph.keys.extents[position].handles {
        guard let object = graph.slots.object(handle) else { continue }
        let row = object.storeRow
        var links: [[Int64]] = []
        var values: [AttributeValue] = []
        for (value, relationship) in zip(row.values, relationships) {
          values.append(relationship == nil ? value : .null)
          links.append(relationship.map { object.keys(along: $0) } ?? [])
        }
        rows[position].append(Row(key: row.id.key, values: values, links: links))
      }
      rows[position].sort { $0.key < $1.key }
    }
  }

  /// The objects of an entity itself, in the order of their keys.
  subscript(_ entity: EntityDescription) -> [Row] {
    get { model.storage.index.value(exactly: entity.name).map { rows[$0] } ?? [] }
    set {
      guard let position = model.storage.index.value(exactly: entity.name) else { return }
      rows[position] = newValue
    }
  }

  /// The position of an object.
  struct Place {
    let entity: Int
    let index: Int
  }

  subscript(_ place: Place) -> Row {
    get { rows[place.entity][place.index] }
    set { rows[place.entity][place.index] = newValue }
  }

  /// Adds an object after the others of its entity.
  mutating func append(_ row: Row, ofEntityAt position: Int) -> Place {
    rows[position].append(row)
    return Place(entity: position, index: rows[position].count - 1)
  }

  /// Removes objects, with all links to them.
  mutating func remove(_ keys: Set<Int64>) {
    if keys.isEmpty { return }
    for entity in rows.indices {
      rows[entity].removeAll { keys.contains($0.key) }
      for index in rows[entity].indices {
        for position in rows[entity][index].links.indices
        where !keys.isDisjoint(with: rows[entity][index].links[position]) {
          rows[entity][index].links[position].removeAll(where: keys.contains)
        }
      }
    }
  }
}

extension ManagedObject {
  /// Returns the keys of the objects of a relationship.
  fileprivate func keys(along relationship: RelationshipDescription) -> [Int64] {
    // The context has all objects, so no access to a store can fail.
    ((try? objectIDs(forRelationshipNamed: relationship.name)) ?? []).map(\.key)
  }
}
