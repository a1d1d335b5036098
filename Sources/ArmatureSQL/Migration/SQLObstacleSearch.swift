package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A search in the old tables for rows whose data a migration would lose.
package struct SQLObstacleSearch {
  let mapping: SQLRowMapping
  /// The functions of this library that the statements call.
  package var functions: SQLMigrationFunctions { mapping.functions }
  var names: MigrationNames { mapping.names }
  var old: SQLOldTables { mapping.old }
  var new: SQLSchema { mapping.new }

  package init(
    _ names: MigrationNames, from old: SQLSchema, to new: SQLSchema, _ dialect: some SQLDialect,
    externalData: (any SQLExternalData)?, _ custom: CustomSteps
  ) {
    mapping = SQLRowMapping(
      names: names, old: SQLOldTables(schema: old), new: new, dialect: dialect,
      functions: SQLMigrationFunctions(), externalData: externalData, custom: custom,
      date: Date())
  }

  /// Returns the possible obstacles to a step.
  package func obstacles(of step: MigrationPlan.Step) -> [SQLObstacle] {
    if mapping.custom.cover(step) {
      return step.fact == .entityRemoved && !mapping.custom.keepsInvalid
        ? links(toDropped: step.entity) : []
    }
    switch step.fact {
    case .entityRemoved: return all(step.entity).map { [$0] } ?? []
    case .becameAbstract:
      return names.oldEntity(of: step.entity).flatMap { all($0.name) }.map { [$0] } ?? []
    case .parentChanged: return links(toObjectsOf: step)
    case .typeChanged where isDerived(step), .casesChanged where isDerived(step):
      return underivable(step)
    case .typeChanged, .casesChanged, .becameInternal:
      return values(ofStep: step) { invalidRows($0, $1, step) }
    case .attributeAdded(.derived), .becameStored(.derived): return underivable(step)
    case .becameDerived: return changes(of: step) + underivable(step)
    default: break
    }
    switch step.obstacleKind {
    case .removedProperty: return removedProperties(of: step)
    case .addition: return additions(of: step)
    case .change: return changes(of: step)
    case .links: return links(of: step)
    case nil: return []
    }
  }

  /// Returns statements that count the rows that a step affects.
  package func counts(of step: MigrationPlan.Step) -> [SQLStatement] {
    step.formerEntities(names).compactMap { all($0)?.count }
  }

  /// Returns statements that call user code for all rows. The computed values are not kept.
  package func customValues() -> [SQLStatement] {
    new.model.entities.compactMap { entity in
      guard let former = names.oldEntity(of: entity.name),
        let rows = old.rows(of: former.name, as: SQLRowMapping.alias)
      else { return nil }
      let columns = zip(entity.persistentProperties, new.places[entity.name] ?? [])
        .flatMap { property, place -> [SQLStatement] in
          guard let attribute = property.asAttribute, case .value(let layout) = place else {
            return []
          }
          let columns = mapping.customColumns(of: attribute, layout, entity, former) ?? [:]
          return columns.sorted { $0.key < $1.key }.map { "COUNT(\($0.value))" }
        }
      if columns.isEmpty { return nil }
      let filter: SQLStatement = rows.condition.map { " WHERE \($0)" } ?? .empty
      return "SELECT \(columns.joined(by: ", ")) FROM \(rows.source)\(filter)"
    }
  }

  // MARK: Entities

  private func isDerived(_ step: MigrationPlan.Step) -> Bool {
    step.property.flatMap { new.model[step.entity]?.property(named: $0) }?
      .asAttribute?.derivation != nil
  }

  /// Returns the rows of entities with a derived attribute that SQL cannot compute.
  private func underivable(_ step: MigrationPlan.Step) -> [SQLObstacle] {
    entities(of: step).compactMap { former, entity in
      guard let attribute = step.property.flatMap(entity.property)?.asAttribute,
        mapping.isComputed(attribute, in: entity, former),
        (try? mapping.derivation(of: attribute, entity.name, for: [entity.name])) == nil
      else { return nil }
      return all(former.name)
    }
  }

  /// Returns the entities that a step affects, in both the old and the new model.
  func entities(
    of step: MigrationPlan.Step
  ) -> [(old: EntityDescription, new: EntityDescription)] {
    new.entities(of: step.entity).compactMap { name in
      guard let entity = new.model[name], let former = names.oldEntity(of: name),
        !former.isAbstract
      else { return nil }
      return (former, entity)
    }
  }

  /// Returns rows of an old entity.
  ///
  /// - Parameters:
  ///   - columns: The columns with the value that prevents the step.
  ///   - condition: The condition that selects the rows.
  func rows(
    of entity: String, _ columns: SQLStatement? = nil, where condition: SQLStatement? = nil,
    _ read: @escaping (any SQLRow) -> AttributeValue = { _ in .null }
  ) -> SQLObstacle? {
    guard let rows = old.rows(of: entity, as: SQLRowMapping.alias) else { return nil }
    let conditions = [rows.condition, condition].compactMap(\.self)
    let filter: SQLStatement =
      conditions.isEmpty ? .empty : " WHERE \(conditions.joined(by: " AND "))"
    let selected = [Self.key, columns].compactMap(\.self).joined(by: ", ")
    return SQLObstacle(entity: entity, "SELECT \(selected) FROM \(rows.source)\(filter)", read)
  }

  func all(_ entity: String) -> SQLObstacle? {
    old.schema.model[entity].flatMap { $0.isAbstract ? nil : rows(of: entity) }
  }

  static var key: SQLStatement { "\(name: SQLRowMapping.alias).\(name: SQLTable.key)" }

  /// Returns a column of the rows of an old entity.
  private func column(_ position: Int, of entity: EntityDescription) -> SQLStatement {
    guard let table = old.schema.table(of: entity.name) else { return "NULL" }
    return "\(name: SQLRowMapping.alias).\(name: table.columns[position].name)"
  }

  // MARK: Values

  /// Returns the rows with a value and the value.
  private func rows(of entity: EntityDescription, with layout: SQLLayout) -> SQLObstacle? {
    values(
      layout, of: entity, where: "\(column(layout.presence, of: entity)) IS NOT NULL")
  }

  private func values(
    _ layout: SQLLayout, of entity: EntityDescription, where condition: SQLStatement
  ) -> SQLObstacle? {
    let columns = layout.columns
    return rows(
      of: entity.name, columns.map { column($0, of: entity) }.joined(by: ", "), where: condition
    ) { row in
      layout.read { wanted in
        columns.firstIndex(of: wanted).map { row.value(at: $0 + 1) } ?? .null
      }
    }
  }

  /// An attribute, or an element of a composite, with its place.
  private typealias Value = (attribute: AttributeDescription, layout: SQLLayout)

  /// Checks the old and the new value of a step's attribute, for each entity that has both.
  ///
  /// - Parameter name: The name of the attribute. The default is the attribute of the step.
  private func values(
    ofStep step: MigrationPlan.Step, _ name: String? = nil,
    _ body: (_ change: (old: Value, new: Value), EntityDescription) -> SQLObstacle?
  ) -> [SQLObstacle] {
    let path = (name ?? step.property ?? "").split(separator: ".").map(String.init)
    return entities(of: step).compactMap { former, entity in
      guard let first = path.first, let attribute = entity.property(named: first)?.asAttribute,
        case .value(let layout)? = new.place(of: first, in: entity.name)?.0,
        let source = mapping.source(of: attribute, in: entity, former),
        let change = element(path.dropFirst(), source, (attribute, layout))
      else { return nil }
      return body(change, former)
    }
  }

  /// Returns the element of a composite at a path of new names, in both the old and the new model.
  private func element(
    _ path: ArraySlice<String>, _ old: Value, _ new: Value
  ) -> (old: Value, new: Value)? {
    guard let name = path.first else { return (old, new) }
    guard case .composite(let elements) = new.attribute.type.storage,
      case .composite(let former) = old.attribute.type.storage,
      case .composite(_, let places) = new.layout, case .composite(_, let oldPlaces) = old.layout,
      let element = elements.element(named: name), let place = places.place(of: name),
      let index = elements.firstIndex(of: element),
      let source = MigrationNames.oldElements(of: elements, among: former)[index],
      let oldPlace = oldPlaces.place(of: source.name)
    else { return nil }
    return self.element(path.dropFirst(), (source, oldPlace), (element, place))
  }

  /// Returns the rows with a value that the new type cannot represent.
  private func invalidRows(
    _ change: (old: Value, new: Value), _ entity: EntityDescription, _ step: MigrationPlan.Step
  ) -> SQLObstacle? {
    // If SQL converts all values exactly, no value needs to be checked.
    if step.effect <= .lossless, case .column(let column, let kind) = change.old.layout,
      case .column(_, let newKind) = change.new.layout,
      mapping.dialect.converted(self.column(column, of: entity), from: kind, to: newKind) != nil
    {
      return nil
    }
    let converted = mapping.converted(
      change.old.attribute, change.old.layout, entity, to: change.new.attribute,
      change.new.layout, change.new.layout.presence)
    let present = column(change.old.layout.presence, of: entity)
    return values(
      change.old.layout, of: entity, where: "\(present) IS NOT NULL AND \(converted) IS NULL")
  }

  // MARK: Properties

  /// Returns the rows with values or links of a removed property.
  private func removedProperties(of step: MigrationPlan.Step) -> [SQLObstacle] {
    let path = (step.property ?? "").split(separator: ".").map(String.init)
    guard let entity = names.oldEntity(of: step.entity), let first = path.first else { return [] }
    if path.count > 1 { return removedElements(of: step, path) }
    return old.schema.entities(of: entity.name).compactMap { name in
      guard let entity = old.schema.model[name], names.newEntity(of: name) != nil,
        names.newProperty(of: first, in: name) == nil
      else { return nil }
      return present(first, in: entity)
    }
  }

  private func removedElements(of step: MigrationPlan.Step, _ path: [String]) -> [SQLObstacle] {
    values(ofStep: step, path.dropLast().joined(separator: ".")) { change, entity in
      guard case .composite(_, let places) = change.old.layout,
        let place = places.place(of: path[path.count - 1])
      else { return nil }
      return rows(of: entity, with: place)
    }
  }

  /// Returns the rows with a value or links.
  private func present(_ property: String, in entity: EntityDescription) -> SQLObstacle? {
    switch old.place(of: property, in: entity) {
    case .value(let layout)?: rows(of: entity, with: layout)
    case let place?: rows(of: entity, linkedAlong: place, moreThan: 0)
    case nil: nil
    }
  }

  /// Returns the rows that lack a required value or link.
  private func additions(of step: MigrationPlan.Step) -> [SQLObstacle] {
    let name = step.property ?? ""
    if name.contains(".") {
      // A missing composite needs no value for its element.
      let outer = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
      return values(ofStep: step, outer) { change, entity in
        rows(of: entity, with: change.old.layout)
      }
    }
    return entities(of: step).compactMap { former, entity in
      if case .relationship(let relationship)? = entity.property(named: name) {
        let sources = mapping.sources(of: relationship, in: entity, former)
        let missing = sources.map { source in
          "NOT EXISTS (\(source.selection("1", where: "\(source.owner) = \(Self.key)")))"
            as SQLStatement
        }
        return rows(of: former.name, where: missing.isEmpty ? nil : missing.joined(by: " AND "))
      }
      if case .attribute(let attribute)? = entity.property(named: name),
        mapping.source(of: attribute, in: entity, former) != nil
      {
        return nil
      }
      return rows(of: former.name)
    }
  }

  /// Returns the rows with an invalid or missing value of a property.
  private func changes(of step: MigrationPlan.Step) -> [SQLObstacle] {
    guard let name = step.property else {
      return entities(of: step).compactMap { all($0.old.name) }
    }
    let isMissing = if case .becameRequired = step.fact { true } else { false }
    if name.contains(".") {
      return values(ofStep: step) { change, entity in
        let value = column(change.old.layout.presence, of: entity)
        return isMissing
          ? rows(of: entity.name, where: "\(value) IS NULL")
          : rows(of: entity, with: change.old.layout)
      }
    }
    return entities(of: step).compactMap { former, entity in
      guard let property = names.oldProperty(of: name, in: entity.name) else { return nil }
      guard isMissing else { return present(property.name, in: former) }
      switch old.place(of: property.name, in: former) {
      case .value(let layout)?:
        return rows(of: former.name, where: "\(column(layout.presence, of: former)) IS NULL")
      case let place?:
        guard let source = SQLLinkSource(place, of: former.name, old) else { return nil }
        return rows(
          of: former.name,
          where: "NOT EXISTS (\(source.selection("1", where: "\(source.owner) = \(Self.key)")))")
      case nil: return nil
      }
    }
  }
}

/// The rows of an old entity that prevent a step of a migration, because the step would lose their data.
package struct SQLObstacle {
  /// The name of the entity.
  package let entity: String
  /// A statement that finds the rows. Its columns are the keys and the values that prevent the step.
  package let statement: SQLStatement
  private let read: (any SQLRow) -> AttributeValue

  init(
    entity: String, _ statement: SQLStatement, _ read: @escaping (any SQLRow) -> AttributeValue
  ) {
    (self.entity, self.statement, self.read) = (entity, statement, read)
  }

  /// Counts the rows.
  package var count: SQLStatement { "SELECT COUNT(*) FROM (\(statement)) AS \(name: "r")" }

  /// Finds the first of the rows, in the order of their keys.
  package func first(_ count: Int) -> SQLStatement { "\(statement) ORDER BY 1 LIMIT \(count)" }

  /// Returns the key of a statement's current row, and the value that prevents the step.
  package func row(_ row: any SQLRow) -> (key: Int64, value: AttributeValue) {
    (row.integer(at: 0), read(row))
  }
}
