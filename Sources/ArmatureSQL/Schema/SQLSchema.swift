package import ArmatureModel

/// The tables of a model: one for each hierarchy of entities, and one for each many-to-many relationship.
package struct SQLSchema: Sendable {
  package let model: ManagedObjectModel
  package private(set) var tables: [SQLTable] = []
  /// The tables of pairs, each once.
  package private(set) var pairs: [SQLPairTable] = []
  /// The names of indexes that this model does not want, and that another one with the same rows may have made.
  package let unwantedIndexes: [String]
  /// Where each entity keeps its persistent properties, by the name of the entity.
  package private(set) var places: [String: [SQLPlace]] = [:]
  /// The to-one relationships by the position of their table, and of the column of the key.
  private(set) var links: [Int: [Int: SQLLink]] = [:]
  /// Whether the database lets some links lead to nothing.
  let hasUnwatchedLinks: Bool
  /// The positions of the entities in the model.
  let entityPositions: [String: Int]
  /// The position of the table of each entity.
  private var positions: [String: Int] = [:]
  /// The names of the entities of which objects can be, for each entity, itself first.
  private var concrete: [String: [String]] = [:]

  /// The table of the library's own facts, which no entity's has the name of.
  package static let facts = "_armature"

  package init(_ model: ManagedObjectModel) {
    self.model = model
    entityPositions = Dictionary(
      uniqueKeysWithValues: model.entities.enumerated().map { ($1.name, $0) })
    var builder = SQLSchemaBuilder(model)
    builder.build()
    (tables, pairs, places) = (builder.tables, builder.pairs, builder.places)
    (positions, concrete) = (builder.positions, builder.concrete)
    unwantedIndexes = builder.unwantedIndexes
    hasUnwatchedLinks = places.values.joined().contains { !$0.isWatched }
    for (entity, places) in places {
      for case .link(let link) in places {
        links[positions[entity] ?? 0, default: [:]][link.key] = link
      }
    }
  }

  /// The table of an entity.
  package func table(of entity: String) -> SQLTable? { positions[entity].map { tables[$0] } }

  /// The entities of the objects that are of an entity; only itself without those that inherit from it.
  package func entities(of entity: String, includingSubentities: Bool = true) -> [String] {
    let all = concrete[entity] ?? []
    return includingSubentities ? all : all.filter { $0 == entity }
  }

  /// Where the objects of an entity keep a property, and its description; `nil` if only some of them have
  /// it, and not all in the same place.
  package func place(of property: String, in entity: String) -> (SQLPlace, PropertyDescription)? {
    var found: (SQLPlace, PropertyDescription)?
    for name in [entity] + entities(of: entity) {
      guard let places = places[name], let description = model[name] else { continue }
      let properties = description.persistentProperties
      guard let index = properties.firstIndex(where: { $0.name.hasSameBytes(as: property) }) else {
        continue
      }
      if let found, found.0 != places[index] { return nil }
      found = (places[index], properties[index])
    }
    return found
  }
}
