import Armature
import ArmatureModel

/// Maps a model's declarations to the tables and columns of a Core Data store.
struct CoreDataLayout {
  let model: ManagedObjectModel
  let tables: CoreDataTables
  /// The root entity of each entity.
  private(set) var roots: [String: String] = [:]
  /// The column of each attribute and to-one relationship. The key includes the entity that declares the property.
  private var columns: [Owned: String] = [:]
  /// The declarations of the model that have no table or column. Each text is the beginning of a sentence.
  private(set) var missing: [String] = []
  /// The columns and tables that belong to declarations of the model.
  private var used: Set<[String]> = []

  /// A property, identified by the entity that declares it.
  struct Owned: Hashable {
    let entity: String
    let property: String
  }

  /// A join table: it links the objects of two relationships.
  struct JoinTable {
    let table: String
    /// The column with the keys of the objects that have the relationship.
    let owner: String
    /// The column with the keys of the destination objects.
    let member: String
    /// The column with the order of the members, for an ordered relationship.
    let order: String?
  }

  init(_ model: ManagedObjectModel, _ tables: CoreDataTables) {
    (self.model, self.tables) = (model, tables)
    for entity in model.entities {
      var root = entity
      while let parent = root.parent.flatMap({ model[$0] }) { root = parent }
      roots[entity.name] = root.name
    }
    for entity in model.entities {
      if tables.numbers[entity.name] == nil { missing.append("the entity \(entity.name)") }
    }
    for entity in model.entities where entity.parent == nil { placeColumns(of: entity.name) }
    for entity in model.entities { checkLinks(of: entity) }
  }

  /// Returns the table of an entity, which is the table of its root entity.
  func table(of entity: String) -> String { "Z" + (roots[entity] ?? entity).uppercased() }

  /// Returns the column of an attribute or to-one relationship, or `nil` if it has no column.
  func column(of property: String, in entity: String) -> String? {
    declarer(of: property, in: entity).flatMap { columns[Owned(entity: $0, property: property)] }
  }

  /// Returns the entity that declares a property. It is the given entity or one of its ancestors.
  func declarer(of property: String, in entity: String) -> String? {
    var current = model[entity]
    while let found = current {
      if found.ownProperties.contains(where: { $0.name == property }) { return found.name }
      current = found.parent.flatMap { model[$0] }
    }
    return nil
  }

  /// Assigns columns to the properties of a hierarchy. If several properties have the same name, all except the first
  /// get a number.
  private mutating func placeColumns(of root: String) {
    let table = "Z" + root.uppercased()
    guard tables.columns[table] != nil else {
      missing.append("the table \(table) of \(root)")
      return
    }
    used.insert([table])
    let family = model.entities.filter { roots[$0.name] == root }
      .sorted { (tables.numbers[$0.name] ?? 0) < (tables.numbers[$1.name] ?? 0) }
    var counts: [String: Int] = [:]
    for entity in family {
      for property in entity.ownProperties where property.hasColumn {
        let name = "Z" + property.storedName.uppercased()
        let count = counts[name, default: 0]
        counts[name] = count + 1
        let column = count == 0 ? name : "\(name)\(count)"
        guard tables.has(column, in: table) else {
          missing.append("the column \(column) of \(entity.name).\(property.name)")
          continue
        }
        used.insert([table, column])
        columns[Owned(entity: entity.name, property: property.name)] = column
      }
    }
  }

  private mutating func checkLinks(of entity: EntityDescription) {
    for relationship in entity.ownProperties.compactMap(\.asRelationship)
    where relationship.isToMany && !relationship.isTransient {
      if let inverse = self.inverse(of: relationship), !inverse.isToMany { continue }
      if let join = joinTable(of: relationship, entity.name) {
        used.insert([join.table])
      } else if let (table, column) = ownColumn(of: relationship, entity.name) {
        used.insert([table, column])
      } else {
        missing.append("the table of \(entity.name).\(relationship.name)")
      }
    }
  }

  /// Returns the inverse of a relationship.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap {
      model[relationship.destination]?.property(named: $0)?.asRelationship
    }
  }

  /// Returns the column in the destination's table that stores the owner, for a to-many relationship that has no
  /// inverse.
  func ownColumn(
    of relationship: RelationshipDescription, _ entity: String
  ) -> (table: String, column: String)? {
    guard let number = tables.numbers[entity] else { return nil }
    let table = table(of: relationship.destination)
    let column = "Z\(number)\(relationship.storedName.uppercased())"
    return tables.has(column, in: table) ? (table, column) : nil
  }

  /// Returns the join table of a many-to-many relationship or one without an inverse.
  func joinTable(of relationship: RelationshipDescription, _ entity: String) -> JoinTable? {
    let name = relationship.storedName.uppercased()
    let inverse = self.inverse(of: relationship)
    let inverseName = inverse?.storedName.uppercased()
    let inverseEntity = inverse.flatMap { declarer(of: $0.name, in: relationship.destination) }
    // The table can be named after either side.
    let sides = [(entity, name), (inverseEntity ?? "", inverseName ?? "")]
    for (owner, side) in sides {
      guard let number = tables.numbers[owner], let found = tables.columns["Z_\(number)\(side)"]
      else { continue }
      let table = "Z_\(number)\(side)"
      let links = found.filter { !$0.hasPrefix("Z_FOK") && $0 != "Z_PK" && $0 != "Z_OPT" }
      guard links.count == 2 else { continue }
      let sorted = links.sorted()
      // A column is named after the relationship that leads to its objects.
      let member =
        sorted.first { Self.name(of: $0) == name }
        ?? sorted.first { Self.name(of: $0) != inverseName }
      guard let member, let owner = sorted.first(where: { $0 != member }) else { continue }
      let order = found.first { $0.hasPrefix("Z_FOK") && Self.name(of: $0.dropFirst(6)) == name }
      return JoinTable(table: table, owner: owner, member: member, order: order)
    }
    return nil
  }

  /// Returns the name in a join column: `FAVORITES` in `Z_1FAVORITES`.
  private static func name(of column: some StringProtocol) -> String {
    String(column.drop { $0 == "Z" || $0 == "_" }.drop { $0.isNumber })
  }

  /// The tables and columns that the model does not declare.
  var unknown: [String] {
    let private_: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
    var found: [String] = []
    for table in tables.columns.keys.sorted()
    where table.hasPrefix("Z") && !private_.contains(table) {
      guard used.contains([table]) else {
        found.append("the table \(table)")
        continue
      }
      if table.dropFirst().first == "_" { continue }
      for column in (tables.columns[table] ?? []).sorted() where !used.contains([table, column]) {
        // Core Data uses names such as Z_PK, Z_FOK_… and Z9_… itself.
        if column.dropFirst().first == "_" || column.dropFirst().first?.isNumber == true {
          continue
        }
        found.append("the column \(column) of \(table)")
      }
    }
    return found
  }

  /// The composite attributes. The columns of their elements are unknown.
  var composites: [(entity: String, attribute: String)] {
    model.entities.flatMap { entity in
      entity.ownProperties.compactMap(\.asAttribute)
        .filter { $0.type.isComposite && !$0.isTransient }.map { (entity.name, $0.name) }
    }
  }

  /// The number of indexes that only the file or only the model has.
  var indexDifference: Int {
    var expected: Set<[String]> = []
    for entity in model.entities {
      for index in entity.indexes {
        let names = index.elements.map { column(of: $0.property, in: entity.name) ?? "" }
        expected.insert([table(of: entity.name)] + names)
      }
    }
    return expected.symmetricDifference(tables.indexes).count
  }
}

extension AttributeType {
  fileprivate var isComposite: Bool { if case .composite = storage { true } else { false } }
}

extension PropertyDescription {
  /// The property's name in Core Data stores.
  var storedName: String { key }

  /// Whether Core Data stores the property in a column of its own.
  fileprivate var hasColumn: Bool {
    if isTransient { return false }
    switch self {
    case .attribute(let attribute): return !attribute.type.isComposite
    case .relationship(let relationship): return !relationship.isToMany
    case .fetched: return false
    }
  }
}

extension RelationshipDescription {
  /// The relationship's name in Core Data stores.
  var storedName: String { key ?? name }
}
