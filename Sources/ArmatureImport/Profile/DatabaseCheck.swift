import ArmatureModel
import ArmatureSQL
import ArmatureSQLite

/// Finds the declarations of a model that a database's tables cannot hold.
struct DatabaseCheck {
  private(set) var issues: [ModelIssue] = []
  /// The join tables already checked: two relationships can share one.
  private var knownPairs: Set<String> = []
  private let model: ManagedObjectModel
  private let limits: Limits
  private let schema: SQLSchema

  /// The limits of a database.
  struct Limits {
    let database: String
    /// The maximum number of columns in a table.
    let columns: Int
    /// The maximum length of a name in bytes; `nil` for no limit. The database would shorten longer names.
    let nameBytes: Int?

    static let sqlite = Limits(
      database: "SQLite", columns: SQLiteStore.mostColumns, nameBytes: nil)
    /// Source: PostgreSQL, Appendix K, "PostgreSQL Limits".
    static let postgreSQL = Limits(database: "PostgreSQL", columns: 1600, nameBytes: 63)
  }

  init(_ model: ManagedObjectModel, _ limits: Limits) {
    (self.model, self.limits) = (model, limits)
    schema = SQLSchema(model)
    for table in schema.tables { check(table) }
  }

  private mutating func check(_ table: SQLTable) {
    let entity = table.entities.first ?? table.name
    if table.allColumnCount > limits.columns {
      add(
        .tooManyColumns, entity, nil,
        "\(entity) must have at most \(limits.columns) columns in \(limits.database), with those of entities that"
          + " inherit from it, but has \(table.allColumnCount). Keep some of the attributes in an entity of their own."
      )
    }
    check(table.name, of: "the table", entity, nil)
    var known: Set<Int> = []
    for name in table.entities {
      let properties = model[name]?.persistentProperties ?? []
      for (property, place) in zip(properties, schema.places[name] ?? []) {
        for column in place.ownColumns where known.insert(column).inserted {
          check(table.columns[column].name, of: "the column", name, property.name)
          for index in table.namesOfIndexes(startingWith: column) {
            check(index, of: "the index", name, property.name)
          }
        }
        if case .pairs(let pairs) = place { checkPairs(pairs.name, name, property.name) }
      }
    }
    for unique in table.uniques {
      check(unique.name, of: "the index", unique.constraint.entity, nil)
    }
  }

  /// Checks the names of a join table once.
  private mutating func checkPairs(_ name: String, _ entity: String, _ property: String) {
    guard knownPairs.insert(name).inserted,
      let pairs = schema.pairs.first(where: { $0.name == name })
    else { return }
    check(name, of: "the table", entity, property)
    for column in [pairs.left, pairs.right] {
      check(column.name, of: "the column", entity, property)
    }
    check(pairs.backIndex, of: "the index", entity, property)
  }

  /// Checks that a name is not too long.
  private mutating func check(
    _ name: String, of part: String, _ entity: String, _ property: String?
  ) {
    guard let most = limits.nameBytes, name.utf8.count > most else { return }
    let place = property.map { "\(entity).\($0)" } ?? entity
    add(
      .longName, entity, property,
      "\(place) must have names of at most \(most) bytes in \(limits.database), but \(part)"
        + " \(name.quotedForMessage) has \(name.utf8.count). Shorten the name, or the names "
        + "that it consists of."
    )
  }

  private mutating func add(
    _ code: ModelIssue.Code, _ entity: String, _ property: String?, _ message: String
  ) {
    let description = model[entity]
    let site = property.flatMap { description?.property(named: $0) }?.site ?? description?.site
    issues.append(
      ModelIssue(
        code, entity: entity, property: property, message: message, site: site ?? .unknown))
  }
}

extension SQLTable {
  /// Returns the indexes that start with a column, except unique ones.
  fileprivate func namesOfIndexes(startingWith column: Int) -> [String] {
    indexes.filter { $0.elements.first?.column == column }.map(\.name)
      + externalIndexes.filter { $0.column == column }.map(\.name)
  }
}

extension SQLPlace {
  /// The columns in the rows of the object itself.
  fileprivate var ownColumns: [Int] {
    switch self {
    case .value(let layout): layout.columns
    case .link(let link): [link.key]
    case .column, .pairs: []
    }
  }
}
