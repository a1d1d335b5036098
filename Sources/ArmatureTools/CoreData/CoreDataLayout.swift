import Armature
import ArmatureModel

/// Where the tables of a store have what a model declares, as far as they have it.
struct CoreDataLayout {
  let model: ManagedObjectModel
  let tables: CoreDataTables
  /// The uppermost entity above each entity.
  private(set) var roots: [String: String] = [:]
  /// The column of each attribute and to-one relationship, by the entity that declares it.
  private var columns: [Owned: String] = [:]
  /// What the model declares and the tables lack, as the beginning of a sentence.
  private(set) var missing: [String] = []
  /// The columns and tables that hold something of the model.
  private var used: Set<[String]> = []

  /// A property of the entity that declares it.
  struct Owned: Hashable {
    let entity: String
    let property: String
  }

  /// A table that links the objects of two relationships.
  struct JoinTable {
    let table: String
    /// The column with the objects that have the relationship.
    let owner: String
    /// The column with the objects that it leads to.
    let member: String
    /// The column with the order of the members, if they have one.
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

  /// The table of an entity: that of the uppermost entity above it.
  func table(of entity: String) -> String { "Z" + (roots[entity] ?? entity).uppercased() }

  /// The column of an attribute or to-one relationship; `nil` for what has none.
  func column(of property: String, in entity: String) -> String? {
    declarer(of: property, in: entity).flatMap { columns[Owned(entity: $0, property: property)] }
  }

  /// The entity that declares a property, of an entity that has it.
  func declarer(of property: String, in entity: String) -> String? {
    var current = model[entity]
    while let found = current {
      if found.ownProperties.contains(where: { $0.name == property }) { return found.name }
      current = found.parent.flatMap { model[$0] }
    }
    return nil
  }

  /// Gives the properties of a hierarchy their columns; of several with one name all but the first get a number.
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

  /// The relationship that leads back.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap {
      model[relationship.destination]?.property(named: $0)?.asRelationship
    }
  }

  /// The column in the table of the destination that says whose a relationship without an inverse leads to.
  func ownColumn(
    of relationship: RelationshipDescription, _ entity: String
  ) -> (table: String, column: String)? {
    guard let number = tables.numbers[entity] else { return nil }
    let table = table(of: relationship.destination)
    let column = "Z\(number)\(relationship.storedName.uppercased())"
    return tables.has(column, in: table) ? (table, column) : nil
  }

  /// The table that has the links of a to-many relationship whose inverse is one, too, or none.
  func joinTable(of relationship: RelationshipDescription, _ entity: String) -> JoinTable? {
    let name = relationship.storedName.uppercased()
    let inverse = self.inverse(of: relationship)
    let inverseName = inverse?.storedName.uppercased()
    let inverseEntity = inverse.flatMap { declarer(of: $0.name, in: relationship.destination) }
    // Either side may have given the table its name.
    let sides = [(entity, name), (inverseEntity ?? "", inverseName ?? "")]
    for (owner, side) in sides {
      guard let number = tables.numbers[owner], let found = tables.columns["Z_\(number)\(side)"]
      else { continue }
      let table = "Z_\(number)\(side)"
      let links = found.filter { !$0.hasPrefix("Z_FOK") && $0 != "Z_PK" && $0 != "Z_OPT" }
      guard links.count == 2 else { continue }
      let sorted = links.sorted()
      // The column of a name has the objects that one gets by it.
      let member =
        sorted.first { Self.name(of: $0) == name }
        ?? sorted.first { Self.name(of: $0) != inverseName }
      guard let member, let owner = sorted.first(where: { $0 != member }) else { continue }
      let order = found.first { $0.hasPrefix("Z_FOK") && Self.name(of: $0.dropFirst(6)) == name }
      return JoinTable(table: table, owner: owner, member: member, order: order)
    }
    return nil
  }

  /// The name in a column of a link: `FAVORITES` in `Z_1FAVORITES`.
  private static func name(of column: some StringProtocol) -> String {
    String(column.drop { $0 == "Z" || $0 == "_" }.drop { $0.isNumber })
  }

  /// What the tables have and the model does not know: columns with their tables, and tables.
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
        // Z_PK, Z_FOK_…, Z9_… are Core Data's own.
        if column.dropFirst().first == "_" || column.dropFirst().first?.isNumber == true {
          continue
        }
        found.append("the column \(column) of \(table)")
      }
    }
    return found
  }

  /// The attributes whose values are in columns that are not known: those of elements.
  var composites: [(entity: String, attribute: String)] {
    model.entities.flatMap { entity in
      entity.ownProperties.compactMap(\.asAttribute)
        .filter { $0.type.isComposite && !$0.isTransient }.map { (entity.name, $0.name) }
    }
  }

  /// How many indexes the file has and the model has not, or the other way round.
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
  /// The name that a store of Core Data knows the property by.
  var storedName: String { key }

  /// Whether Core Data keeps the property in a column of its own.
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
  /// The name that a store of Core Data knows the relationship by.
  var storedName: String { key ?? name }
}
