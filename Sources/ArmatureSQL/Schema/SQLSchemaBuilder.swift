import ArmatureModel

/// The builder of a model's tables.
struct SQLSchemaBuilder {
  private let model: ManagedObjectModel
  private(set) var tables: [SQLTable] = []
  private(set) var pairs: [SQLPairTable] = []
  private(set) var places: [String: [SQLPlace]] = [:]
  private(set) var positions: [String: Int] = [:]
  private(set) var concrete: [String: [String]] = [:]
  private(set) var unwantedIndexes: [String] = []
  /// The place of each property, by the declaring entity and the property's name.
  private var own: [Key: SQLPlace] = [:]
  private var names = SQLNames(
    reserved: [SQLSchema.facts, SQLSchema.saves, SQLSchema.changes])
  private var columnNames: [SQLNames] = []

  private struct Key: Hashable {
    let entity: String
    let property: String
  }

  init(_ model: ManagedObjectModel) { self.model = model }

  mutating func build() {
    for entity in model.entities { addTable(of: entity) }
    for entity in model.entities { addAttributes(of: entity) }
    for entity in model.entities { addLinks(of: entity) }
    for entity in model.entities { addMembers(of: entity) }
    for entity in model.entities { collectPlaces(of: entity) }
    for entity in model.entities { addUniques(of: entity) }
    for entity in model.entities { addIndexes(of: entity) }
    for entity in model.entities { addFullText(of: entity) }
  }

  // MARK: Tables

  /// Returns the entity that declares a property of an entity.
  private func declarer(of property: PropertyDescription, in entity: EntityDescription) -> String {
    var current: EntityDescription? = entity
    while let entity = current {
      if entity.ownProperties.contains(where: { $0.name.hasSameBytes(as: property.name) }) {
        return entity.name
      }
      current = entity.parent.flatMap { model[$0] }
    }
    return entity.name
  }

  private func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var lineage = [entity]
    while let parent = lineage.last?.parent.flatMap({ model[$0] }) { lineage.append(parent) }
    return lineage
  }

  private mutating func addTable(of entity: EntityDescription) {
    let lineage = lineage(of: entity)
    let root = lineage[lineage.count - 1].name
    let position =
      positions[root]
      ?? {
        tables.append(SQLTable(name: names.take(root), position: tables.count))
        columnNames.append(
          SQLNames(reserved: [SQLTable.key, SQLTable.entity, SQLTable.version]))
        positions[root] = tables.count - 1
        return tables.count - 1
      }()
    positions[entity.name] = position
    if entity.isAbstract { return }
    tables[position].entities.append(entity.name)
    for ancestor in lineage { concrete[ancestor.name, default: []].append(entity.name) }
  }

  /// Adds a column. If another entity already has a column of this name, the name of the entity is added in front.
  private mutating func addColumn(
    _ name: String, _ kind: SQLKind, of entity: EntityDescription, isRequired: Bool = false,
    references: Int? = nil
  ) -> Int {
    let table = positions[entity.name] ?? 0
    let name = columnNames[table].take(name, "\(entity.name).\(name)")
    tables[table].columns.append(
      SQLColumn(name: name, kind: kind, isRequired: isRequired, references: references))
    return tables[table].columns.count - 1
  }

  // MARK: Attributes

  private mutating func addAttributes(of entity: EntityDescription) {
    for case .attribute(let attribute) in entity.ownProperties where !attribute.isTransient {
      // A unique value is cleared temporarily when two objects swap their values.
      let isUnique = model.entities.contains { other in
        other.uniquenessConstraints.contains { $0.properties.contains(attribute.name) }
      }
      let isRequired = !attribute.isOptional && entity.parent == nil && !isUnique
      own[Key(entity: entity.name, property: attribute.name)] = .value(
        attribute.allowsExternalBinaryDataStorage
          ? externalLayout(attribute, of: entity, isRequired: isRequired)
          : layout(attribute.type, named: attribute.name, of: entity, isRequired: isRequired))
    }
  }

  private mutating func layout(
    _ type: AttributeType, named name: String, of entity: EntityDescription, isRequired: Bool
  ) -> SQLLayout {
    switch type.storage {
    case .zonedDate:
      return .zoned(
        instant: addColumn(name, .date, of: entity, isRequired: isRequired),
        zone: addColumn("\(name)_zone", .text, of: entity))
    case .composite(let elements):
      let presence = addColumn(name, .truth, of: entity, isRequired: isRequired)
      return .composite(
        presence: presence,
        elements.map { element in
          SQLLayout.Element(
            name: element.name,
            layout: layout(
              element.type, named: "\(name).\(element.name)", of: entity, isRequired: false))
        })
    default:
      let kind = SQLKind(type) ?? .text
      return .column(addColumn(name, kind, of: entity, isRequired: isRequired), kind)
    }
  }

  private mutating func externalLayout(
    _ attribute: AttributeDescription, of entity: EntityDescription, isRequired: Bool
  ) -> SQLLayout {
    let column = addColumn(attribute.name, .externalData, of: entity, isRequired: isRequired)
    tables[positions[entity.name] ?? 0].externalIndexes.append(
      SQLExternalIndex(
        name: names.take("\(entity.name)_\(attribute.name)_files"), column: column))
    return .column(column, .externalData)
  }

  // MARK: Relationships

  private func inverse(
    of relationship: RelationshipDescription
  ) -> (relationship: RelationshipDescription, entity: String)? {
    guard let destination = model[relationship.destination], let name = relationship.inverse,
      let property = destination.property(named: name), let inverse = property.asRelationship
    else { return nil }
    return (inverse, declarer(of: property, in: destination))
  }

  private mutating func addLinks(of entity: EntityDescription) {
    for case .relationship(let relationship) in entity.ownProperties
    where !relationship.isTransient && !relationship.isToMany {
      guard let table = positions[relationship.destination] else { continue }
      let inverse = inverse(of: relationship)
      let name = relationship.name
      let hasInverse = inverse.map { !$0.relationship.isTransient } ?? false
      let hasSeveral = (concrete[relationship.destination] ?? []).count > 1
      let key = addColumn(
        name, .key(relationship.destination), of: entity,
        references: hasInverse ? table : nil)
      own[Key(entity: entity.name, property: name)] = .link(
        SQLLink(
          key: key, entity: hasSeveral ? addColumn("\(name)_entity", .text, of: entity) : nil,
          order: inverse?.relationship.arity == .ordered
            ? addColumn("\(name)_order", .integer, of: entity) : nil,
          table: table, destination: relationship.destination, isCleared: hasInverse))
    }
  }

  private mutating func addMembers(of entity: EntityDescription) {
    for case .relationship(let relationship) in entity.ownProperties
    where !relationship.isTransient && relationship.isToMany {
      guard let table = positions[relationship.destination] else { continue }
      let key = Key(entity: entity.name, property: relationship.name)
      let inverse = inverse(of: relationship).flatMap { $0.relationship.isTransient ? nil : $0 }
      if let inverse,
        case .link(let link)? = own[
          Key(entity: inverse.entity, property: inverse.relationship.name)]
      {
        own[key] = .column(SQLMembers(table: table, link: link))
      } else if own[key] == nil {
        addPairs(of: relationship, key, inverse.map { ($0.relationship, $0.entity) })
      }
    }
  }

  private mutating func addPairs(
    of relationship: RelationshipDescription, _ key: Key,
    _ inverse: (relationship: RelationshipDescription, entity: String)?
  ) {
    guard let owners = positions[key.entity], let members = positions[relationship.destination]
    else { return }
    let isSymmetric =
      inverse.map { $0.entity == key.entity && $0.relationship.name == relationship.name } ?? false
    let name = names.take("\(key.entity)_\(relationship.name)")
    var columns = SQLNames(reserved: [])
    let (left, right) = (columns.take(key.entity), columns.take(relationship.name))
    let order = relationship.arity == .ordered ? columns.take("\(relationship.name)_order") : nil
    let inverseOrder =
      !isSymmetric && inverse?.relationship.arity == .ordered
      ? columns.take("\(key.entity)_order") : nil
    pairs.append(
      SQLPairTable(
        name: name, backIndex: names.take("\(name)_back"),
        left: SQLPairTable.Column(name: left, table: owners, order: order, isCleared: true),
        right: SQLPairTable.Column(
          name: right, table: members, order: inverseOrder, isCleared: inverse != nil)))
    own[key] = .pairs(
      SQLPairs(
        name: name, owner: left, member: right, order: order, ownerTable: owners,
        memberTable: members, isSymmetric: isSymmetric, isWatched: inverse != nil))
    guard let inverse, !isSymmetric else { return }
    own[Key(entity: inverse.entity, property: inverse.relationship.name)] = .pairs(
      SQLPairs(
        name: name, owner: right, member: left, order: inverseOrder, ownerTable: members,
        memberTable: owners, isSymmetric: false, isWatched: true))
  }

  private mutating func collectPlaces(of entity: EntityDescription) {
    places[entity.name] = entity.persistentProperties.compactMap { property in
      own[Key(entity: declarer(of: property, in: entity), property: property.name)]
    }
  }

  // MARK: Indexes

  /// Returns the columns by which a property is compared; `nil` if it cannot be compared.
  private func columns(of property: String, in entity: EntityDescription) -> [Int]? {
    guard let place = self.place(of: property, in: entity) else { return nil }
    switch place {
    case .value(.composite): return nil
    case .value(let layout): return layout.columns
    case .link(let link): return [link.key]
    case .column, .pairs: return nil
    }
  }

  private func place(of property: String, in entity: EntityDescription) -> SQLPlace? {
    entity.property(named: property).flatMap {
      own[Key(entity: declarer(of: $0, in: entity), property: property)]
    }
  }

  private mutating func addUniques(of entity: EntityDescription) {
    guard let table = positions[entity.name] else { return }
    let inherited = entity.parent.flatMap { model[$0] }?.uniquenessConstraints.count ?? 0
    for (position, constraint) in entity.uniquenessConstraints.enumerated()
    where position >= inherited {
      let columns = constraint.properties.compactMap { self.columns(of: $0, in: entity) }
      guard columns.count == constraint.properties.count else { continue }
      let name = names.take(
        "\(entity.name)_unique_\(constraint.properties.joined(separator: "_"))")
      // The database would reject duplicates that the model only warns of.
      guard constraint.severity == .error else {
        unwantedIndexes.append(name)
        continue
      }
      let covered = concrete[entity.name] ?? []
      tables[table].uniques.append(
        SQLUnique(
          name: name,
          columns: columns.flatMap { $0 },
          entities: covered.count == tables[table].entities.count ? nil : covered,
          constraint: SQLUnique.Constraint(entity: entity.name, position: position)))
    }
  }

  private mutating func addIndexes(of entity: EntityDescription) {
    guard let table = positions[entity.name] else { return }
    // A link is followed from both of its ends.
    for case .relationship(let relationship) in entity.ownProperties {
      guard case .link(let link)? = own[Key(entity: entity.name, property: relationship.name)]
      else { continue }
      let name = "\(entity.name)_\(relationship.name)_index"
      if link.isCleared, inverse(of: relationship)?.relationship.isToMany == false {
        tables[table].pairedLinks.append(
          SQLPairedLink(
            name: names.take("\(entity.name)_\(relationship.name)_only"),
            plainName: names.take(name), table: table, column: link.key))
      } else {
        add(name, [link.key] + (link.order.map { [$0] } ?? []), table)
      }
    }
    for index in entity.indexes where !index.isFullText {
      let elements = index.elements.compactMap { element in
        columns(of: element.property, in: entity)?.first.map {
          SQLIndex.Element(column: $0, isAscending: element.isAscending)
        }
      }
      if elements.count < index.elements.count || elements.isEmpty { continue }
      let properties = index.elements.map(\.property).joined(separator: "_")
      let name = names.take("\(entity.name)_by_\(properties)")
      tables[table].indexes.append(SQLIndex(name: name, elements: elements))
    }
  }

  private mutating func addFullText(of entity: EntityDescription) {
    guard let table = positions[entity.name],
      let index = entity.indexes.first(where: \.isFullText)
    else { return }
    let texts = index.elements.compactMap { text($0, of: entity, table) }
    if texts.count < index.elements.count { return }
    let covered = concrete[entity.name] ?? []
    // Programs with other indexes may use the same rows, and each keeps its own. Names that a database derives from this
    // one belong to no entity.
    var hasher = FingerprintHasher()
    hasher.add(index.tokenizer.rawValue)
    for text in texts {
      for link in text.links { hasher.add("\(tables[link.table].columns[link.column].name).") }
      let owner = text.links.last?.destination ?? table
      hasher.add(tables[owner].columns[text.column].name)
    }
    let digest = "\(hasher.fingerprint)".prefix(8)
    tables[table].fullTexts.append(
      SQLFullText(
        name: names.take("\(entity.name)_words_\(digest)"), table: table, entity: entity.name,
        entities: covered.count == tables[table].entities.count ? nil : covered, texts: texts,
        tokenizer: index.tokenizer))
  }

  /// Follows the path of a text in a full-text index.
  private func text(
    _ element: IndexDescription.Element, of entity: EntityDescription, _ table: Int
  ) -> SQLFullText.Text? {
    var (entity, table) = (entity, table)
    var links: [SQLFullText.Link] = []
    for name in FetchPath(dotted: element.property).names {
      switch place(of: name, in: entity) {
      case .link(let link)?:
        guard let next = model[link.destination] else { return nil }
        links.append(
          SQLFullText.Link(table: table, column: link.key, destination: link.table))
        (entity, table) = (next, link.table)
      case .value(.column(let column, _))?:
        return SQLFullText.Text(
          property: element.property, links: links, column: column, weight: element.weight)
      default: return nil
      }
    }
    return nil
  }

  private mutating func add(_ name: String, _ columns: [Int], _ table: Int) {
    tables[table].indexes.append(
      SQLIndex(
        name: names.take(name),
        elements: columns.map { SQLIndex.Element(column: $0, isAscending: true) }))
  }
}
