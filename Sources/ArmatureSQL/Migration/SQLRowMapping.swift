import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The mapping from an old row to the columns of a new row. Statements call the old row `o`.
struct SQLRowMapping {
  let names: MigrationNames
  let old: SQLOldTables
  let new: SQLSchema
  let dialect: any SQLDialect
  let functions: SQLMigrationFunctions
  let externalData: (any SQLExternalData)?
  /// The custom steps of the migration.
  let custom: CustomSteps
  /// The value of `now` in defaults.
  let date: Date

  static let alias = "o"

  /// Returns the values for the columns of an entity, computed from its old objects. Columns that are not included have
  /// no value.
  func values(of entity: EntityDescription, from former: EntityDescription) -> [Int: SQLStatement] {
    var values: [Int: SQLStatement] = [:]
    for (property, place) in zip(entity.persistentProperties, new.places[entity.name] ?? []) {
      switch (property, place) {
      case (.attribute(let attribute), .value(let layout)):
        let own = columns(of: attribute, layout, entity, former)
        values.merge(own) { first, _ in first }
      case (.relationship(let relationship), .link(let link)):
        setColumns(of: relationship, link, entity, former, &values)
      default: break
      }
    }
    return values
  }

  /// A column of the old row.
  func column(_ position: Int, of entity: EntityDescription) -> SQLStatement {
    guard let table = old.schema.table(of: entity.name) else { return "NULL" }
    return "\(name: Self.alias).\(name: table.columns[position].name)"
  }

  // MARK: Attributes

  private func columns(
    of attribute: AttributeDescription, _ layout: SQLLayout, _ entity: EntityDescription,
    _ former: EntityDescription
  ) -> [Int: SQLStatement] {
    if let custom = customColumns(of: attribute, layout, entity, former) { return custom }
    if isComputed(attribute, in: entity, former) {
      // A required attribute needs a placeholder until it is computed.
      return attribute.isOptional ? [:] : columns(attribute.standIns, of: attribute, layout)
    }
    guard let source = source(of: attribute, in: entity, former) else {
      return initialColumns(of: attribute, layout, former)
    }
    return columns(of: attribute, layout, source.attribute, source.layout, former)
  }

  /// Returns the stored old attribute that a new attribute continues, with its place. Returns `nil` if the attribute is
  /// new.
  func source(
    of attribute: AttributeDescription, in entity: EntityDescription, _ former: EntityDescription
  ) -> (attribute: AttributeDescription, layout: SQLLayout)? {
    guard case .attribute(let source)? = names.oldProperty(of: attribute.name, in: entity.name),
      case .value(let layout)? = old.place(of: source.name, in: former)
    else { return nil }
    return (source, layout)
  }

  /// Returns the values of an attribute or of an element of a composite.
  private func columns(
    of attribute: AttributeDescription, _ layout: SQLLayout, _ source: AttributeDescription,
    _ former: SQLLayout, _ entity: EntityDescription
  ) -> [Int: SQLStatement] {
    var values: [Int: SQLStatement] = [:]
    switch (layout, former) {
    case (.zoned(let instant, let zone), .zoned(let oldInstant, let oldZone)):
      values[instant] = column(oldInstant, of: entity)
      values[zone] = column(oldZone, of: entity)
    case (.composite(let presence, let elements), .composite(let oldPresence, let oldElements)):
      values[presence] = column(oldPresence, of: entity)
      guard case .composite(let new) = attribute.type.storage,
        case .composite(let old) = source.type.storage
      else { break }
      for (element, old) in zip(new, MigrationNames.oldElements(of: new, among: old)) {
        guard let place = elements.place(of: element.name), let old,
          let oldPlace = oldElements.place(of: old.name)
        else { continue }
        values.merge(columns(of: element, place, old, oldPlace, entity)) { first, _ in first }
      }
    case (.column(let column, let kind), .column(let oldColumn, let oldKind)):
      if let value = dialect.converted(
        self.column(oldColumn, of: entity), from: oldKind, to: kind)
      {
        values[column] = value
      } else {
        fallthrough
      }
    default:
      for column in layout.columns {
        values[column] = converted(source, former, entity, to: attribute, layout, column)
      }
    }
    guard !attribute.isOptional, source.isOptional else { return values }
    // A newly required attribute gets its default. Elements have none.
    let isAbsent: SQLStatement = "\(column(former.presence, of: entity)) IS NULL"
    for (column, value) in initialColumns(of: attribute, layout, entity) {
      values[column] = "CASE WHEN \(isAbsent) THEN \(value) ELSE \(values[column] ?? "NULL") END"
    }
    return values
  }

  /// Returns a column of a value whose type changes. It is null if the new type cannot represent the value.
  func converted(
    _ source: AttributeDescription, _ former: SQLLayout, _ entity: EntityDescription,
    to attribute: AttributeDescription, _ layout: SQLLayout, _ column: Int
  ) -> SQLStatement {
    let columns = former.columns
    return newValue(
      layout.kind(of: column), of: columns.map { self.column($0, of: entity) }, in: entity
    ) { arguments in
      let value = read(former, columns, arguments)
      var result = SQLValue.null
      guard let new = value.migrated(from: source.type, to: attribute.type), dialect.holds(new),
        layout.write(new, { if $0 == column { result = $1 } })
      else { return .null }
      return result
    }
  }

  /// Returns a value that this library computes for each row of an old entity.
  func newValue(
    _ kind: SQLKind, of arguments: [SQLStatement], in former: EntityDescription,
    _ function: @escaping SQLMigrationFunctions.Function
  ) -> SQLStatement {
    guard let rows = old.rows(of: former.name, as: Self.alias) else { return "NULL" }
    let filter: SQLStatement = rows.condition.map { " WHERE \($0)" } ?? .empty
    return dialect.newValue(
      functions.add(
        kind, of: arguments, key: "\(name: Self.alias).\(name: SQLTable.key)",
        rows: "\(rows.source)\(filter)", function))
  }

  /// Returns the values of a new attribute in old objects.
  private func initialColumns(
    of attribute: AttributeDescription, _ layout: SQLLayout, _ former: EntityDescription
  ) -> [Int: SQLStatement] {
    func computed(_ make: @escaping () -> AttributeValue) -> [Int: SQLStatement] {
      var columns: [Int: SQLStatement] = [:]
      for column in layout.columns {
        // With the key as an argument, each row gets its own value.
        columns[column] = newValue(
          layout.kind(of: column), of: ["\(name: Self.alias).\(name: SQLTable.key)"], in: former
        ) { _ in
          var result = SQLValue.null
          let value = make().converted(to: attribute.type) ?? .null
          _ = layout.write(value) { if $0 == column { result = $1 } }
          return result
        }
      }
      return columns
    }
    switch attribute.defaultValue {
    case .constant(let value)?: return columns([value], of: attribute, layout)
    case .now?: return columns([.date(date)], of: attribute, layout)
    case .uuid?: return computed { .uuid(UUID()) }
    case .uuidv7?:
      var timeOrdered = TimeOrderedUUIDs()
      return computed { [date] in .uuid(timeOrdered.next(at: date, random: UUID())) }
    case .computed(let computation)?: return computation.make.map(computed) ?? [:]
    case nil: return [:]
    }
  }

  /// Returns the first of some values that is valid for an attribute.
  private func columns(
    _ values: [AttributeValue], of attribute: AttributeDescription, _ layout: SQLLayout
  ) -> [Int: SQLStatement] {
    for value in values {
      var columns: [Int: SQLStatement] = [:]
      guard let value = value.converted(to: attribute.type), !value.isNull,
        layout.write(
          value, { columns[$0] = dialect.constant("\(value: $1)", layout.kind(of: $0)) })
      else { continue }
      return columns
    }
    return [:]
  }

  // MARK: Links

  private func setColumns(
    of relationship: RelationshipDescription, _ link: SQLLink, _ entity: EntityDescription,
    _ former: EntityDescription, _ values: inout [Int: SQLStatement]
  ) {
    if let source = names.oldProperty(of: relationship.name, in: entity.name)?.asRelationship,
      case .link(let oldLink)? = old.place(of: source.name, in: former)
    {
      let key = column(oldLink.key, of: former)
      values[link.key] =
        link.isCleared && !oldLink.isCleared
        ? "CASE WHEN \(old.isThere(key, in: oldLink.table)) THEN \(key) END"
        : key
      if let entity = link.entity, let oldEntity = oldLink.entity,
        old.schema.entities(of: oldLink.destination).allSatisfy({
          names.newEntity(of: $0)?.name == $0
        })
      {
        values[entity] = column(oldEntity, of: former)
      }
      if let order = link.order, let oldOrder = oldLink.order {
        values[order] = column(oldOrder, of: former)
      }
      return
    }
    let sources = sources(of: relationship, in: entity, former)
    let key: SQLStatement = "\(name: Self.alias).\(name: SQLTable.key)"
    func first(_ part: (SQLLinkSource) -> SQLStatement?) -> SQLStatement? {
      let parts: [SQLStatement] = sources.compactMap { source in
        part(source).map {
          "(\(source.selection($0, where: "\(source.owner) = \(key)")) LIMIT 1)"
        }
      }
      return parts.count < 2 ? parts.first : "COALESCE(\(parts.joined(by: ", ")))"
    }
    values[link.key] = first(\.member)
    if let order = link.order { values[order] = first(\.inversePlace) }
  }

  /// Returns the old links of a relationship. If only its inverse existed, returns the links of the inverse.
  func sources(
    of relationship: RelationshipDescription, in entity: EntityDescription,
    _ former: EntityDescription
  ) -> [SQLLinkSource] {
    if let source = ownSource(of: relationship, in: entity, former) { return [source] }
    return inverseSources(of: relationship)
  }

  /// Returns the old links of a relationship itself.
  func ownSource(
    of relationship: RelationshipDescription, in entity: EntityDescription,
    _ former: EntityDescription
  ) -> SQLLinkSource? {
    names.oldProperty(of: relationship.name, in: entity.name)?.asRelationship
      .flatMap { old.place(of: $0.name, in: former) }
      .flatMap { SQLLinkSource($0, of: former.name, old) }
  }

  /// Returns the old links of a relationship's inverse, seen from this side.
  func inverseSources(of relationship: RelationshipDescription) -> [SQLLinkSource] {
    guard let inverse = relationship.inverse else { return [] }
    var sources: [SQLLinkSource] = []
    for name in new.entities(of: relationship.destination) {
      guard let entity = new.model[name], let former = names.oldEntity(of: name),
        let description = entity.property(named: inverse)?.asRelationship,
        let source = ownSource(of: description, in: entity, former)?.reversed,
        !sources.contains(source)
      else { continue }
      sources.append(source)
    }
    return sources
  }
}

extension [SQLLayout.Element] {
  /// Returns the place of the element with a name.
  func place(of name: String) -> SQLLayout? { first { $0.name.hasSameBytes(as: name) }?.layout }
}
