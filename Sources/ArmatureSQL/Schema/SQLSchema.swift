package import ArmatureModel

/// The tables of a model. Each entity hierarchy has a table, and so does each many-to-many relationship.
package final class SQLSchema: Sendable {
  package let model: ManagedObjectModel
  package let tables: [SQLTable]
  /// The tables of pairs, each once.
  package let pairs: [SQLPairTable]
  /// The names of indexes that this model does not need. Another model whose rows have the same form may have created
  /// them.
  package let unwantedIndexes: [String]
  /// The places of each entity's persistent properties, by the name of the entity.
  package let places: [String: [SQLPlace]]
  /// The to-one relationships, by the position of their table and the position of their key column.
  package let links: [Int: [Int: SQLLink]]
  /// Whether the database accepts dangling links in some columns.
  package let hasUnwatchedLinks: Bool
  /// The positions of the entities in the model.
  let entityPositions: [String: Int]
  /// The position of each entity's table.
  private let positions: [String: Int]
  /// The names of the non-abstract entities in each entity's hierarchy, starting with itself.
  private let concrete: [String: [String]]
  /// The place of each property, by the name of the entity and the bytes of the property's name. It is cached because
  /// each request needs it.
  private let properties: [String: [[UInt8]: (SQLPlace, PropertyDescription)]]

  /// The table in which the library stores its own facts. No entity's table can have this name.
  package static let facts = "_armature"
  /// The tables of the optional history.
  package static let saves = "_armature_saves"
  package static let changes = "_armature_changes"

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
    var links: [Int: [Int: SQLLink]] = [:]
    for (entity, places) in places {
      for case .link(let link) in places {
        links[positions[entity] ?? 0, default: [:]][link.key] = link
      }
    }
    self.links = links
    properties = Self.properties(model, places, concrete)
  }

  private static func properties(
    _ model: ManagedObjectModel, _ places: [String: [SQLPlace]], _ concrete: [String: [String]]
  ) -> [String: [[UInt8]: (SQLPlace, PropertyDescription)]] {
    let descriptions = Dictionary(
      uniqueKeysWithValues: model.entities.map { ($0.name, $0.persistentProperties) })
    var all: [String: [[UInt8]: (SQLPlace, PropertyDescription)]] = [:]
    for entity in descriptions.keys {
      var known: [[UInt8]: (SQLPlace, PropertyDescription)?] = [:]
      for name in [entity] + (concrete[entity] ?? []) {
        for (place, property) in zip(places[name] ?? [], descriptions[name] ?? []) {
          let key = Array(property.name.utf8)
          if let former = known[key] {
            if former?.0 != place { known[key] = .some(nil) }
          } else {
            known[key] = (place, property)
          }
        }
      }
      all[entity] = known.compactMapValues { $0 }
    }
    return all
  }

  /// Whether rows may store data in files.
  package var hasExternalData: Bool { tables.contains { !$0.externalIndexes.isEmpty } }

  /// Returns the table of an entity.
  package func table(of entity: String) -> SQLTable? { positions[entity].map { tables[$0] } }

  /// Returns the non-abstract entities among an entity and its sub-entities, or only the entity itself.
  package func entities(of entity: String, includingSubentities: Bool = true) -> [String] {
    let all = concrete[entity] ?? []
    return includingSubentities ? all : all.filter { $0 == entity }
  }

  /// Returns the place and the description of a property in all objects of an entity. Returns `nil` if only some of
  /// them have it, or if it is in different places.
  package func place(of property: String, in entity: String) -> (SQLPlace, PropertyDescription)? {
    properties[entity]?[Array(property.utf8)]
  }
}

extension SQLSchema {
  /// The tables by name, with the names of their columns.
  package var columnNames: [(table: String, columns: [String])] {
    let own = tables.map { table in
      (
        table.name,
        [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
          + table.columns.map(\.name)
      )
    }
    let pairs = pairs.map { pairs in
      (pairs.name, [pairs.left, pairs.right].flatMap { [$0.name] + ($0.order.map { [$0] } ?? []) })
    }
    return own + pairs
  }
}

extension SQLSchema {
  /// A row that no request finds, because the model does not have its entity.
  package typealias StrayRow = (table: String, key: Int64, entity: String?)

  /// Finds a row whose entity is unknown. Returns `nil` if all rows have known entities.
  ///
  /// - Complexity: O(*n*) in the number of rows of hierarchies.
  package func strayRow(_ connection: any SQLConnection) throws -> StrayRow? {
    for table in tables where table.hasEntities {
      let entity: SQLStatement = "\(name: SQLTable.entity)"
      let names = table.entities.map { "\(value: .text($0))" as SQLStatement }.joined(by: ", ")
      var found: StrayRow?
      try connection.forEachRow(
        of: """
          SELECT \(name: SQLTable.key), CAST(\(entity) AS TEXT) FROM \(name: table.name) \
          WHERE \(entity) IS NULL OR \(entity) NOT IN (\(names)) LIMIT 1
          """
      ) { row in found = (table.name, row.integer(at: 0), row.text(at: 1)) }
      if found != nil { return found }
    }
    return nil
  }
}

extension SQLSchema {
  /// Returns the reason why the tables have more columns than a database allows, as a part of a sentence. Returns `nil`
  /// if the tables do not exceed the maximum.
  package func excess(over mostColumns: Int, in database: String) -> String? {
    let reasons = tables.filter { $0.allColumnCount > mostColumns }.map { table in
      "the entity \(table.entities.first ?? table.name) would have \(table.allColumnCount) columns in its table, with"
        + " those of entities that inherit from it, and \(database) has at most \(mostColumns)"
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}
