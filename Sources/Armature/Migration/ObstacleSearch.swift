import ArmatureModel

/// Finds the rows that prevent a migration without loss.
struct ObstacleSearch {
  typealias Row = MigrationObstacle.Row

  let migration: ObjectMigration
  let links: MigratedLinks
  var names: MigrationNames { migration.names }
  var new: ManagedObjectModel { migration.new }
  var old: ManagedObjectModel { migration.old }
  var rows: MigrationRows { migration.rows }

  init(_ migration: ObjectMigration, _ links: MigratedLinks) {
    (self.migration, self.links) = (migration, links)
  }

  /// Returns the obstacles, in the order of the steps.
  func obstacles() -> [MigrationObstacle] {
    migration.plan.steps.compactMap(obstacle)
  }

  /// Returns the obstacle to a step; `nil` without one.
  func obstacle(to step: MigrationPlan.Step) -> MigrationObstacle? {
    let rows = rows(inTheWayOf: step)
    return rows.isEmpty ? nil : MigrationObstacle(step: step, of: rows)
  }

  /// Returns the number of rows that a step affects.
  func rowCount(of step: MigrationPlan.Step) -> Int {
    step.formerEntities(names).reduce(0) { $0 + (old[$1].map { rows[$0].count } ?? 0) }
  }

  private func rows(inTheWayOf step: MigrationPlan.Step) -> [Row] {
    if migration.custom.cover(step) {
      return step.fact == .entityRemoved && !migration.custom.keepsInvalid
        ? links(toDropped: step.entity) : []
    }
    switch step.fact {
    case .entityRemoved: return old[step.entity].map(all) ?? []
    case .becameAbstract: return names.oldEntity(of: step.entity).map(all) ?? []
    case .parentChanged: return links(toObjectsOf: step)
    case .typeChanged, .casesChanged, .becameInternal: return invalidRows(step)
    case .becameDerived: return changes(of: step)
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

  // MARK: Entities

  /// Returns the entities with rows that a step affects.
  func entities(of step: MigrationPlan.Step) -> [MigratedEntity] {
    migration.entities.filter { new.entity($0.new.name, isKindOf: step.entity) }
  }

  /// Returns rows of an old entity.
  ///
  /// - Parameter value: Returns the offending value of a row; `nil` if the row is not an obstacle.
  func rows(
    of entity: EntityDescription, _ value: (MigrationRows.Row) -> AttributeValue?
  ) -> [Row] {
    rows[entity].compactMap { row in
      guard let value = value(row) else { return nil }
      return Row(entity: entity.name, key: row.key, value: value)
    }
  }

  private func all(_ entity: EntityDescription) -> [Row] { rows(of: entity) { _ in .some(.null) } }

  // MARK: Values

  /// Returns rows with a value that the new type cannot represent.
  private func invalidRows(_ step: MigrationPlan.Step) -> [Row] {
    values(ofStep: step).flatMap { place in
      // A value that is computed again need not be preserved.
      if place.new.derivation != nil { return [Row]() }
      return rows(of: place.entity) { row in
        let value = place.value(row)
        let isFit = value.migrated(from: place.old.type, to: place.new.type) != nil
        return isFit ? .none : .some(value)
      }
    }
  }

  /// An attribute that existed before, or an element of a composite within it.
  private struct Place {
    let entity: EntityDescription
    let position: Int
    var path: [String] = []
    var old: AttributeDescription
    var new: AttributeDescription

    /// Returns the element that a path of new names leads to; `nil` if it did not exist.
    func element(_ names: ArraySlice<String>) -> Place? {
      guard let name = names.first else { return self }
      guard case .composite(let elements) = new.type.storage,
        case .composite(let former) = old.type.storage,
        let element = elements.element(named: name), let index = elements.firstIndex(of: element),
        let source = MigrationNames.oldElements(of: elements, among: former)[index]
      else { return nil }
      var place = self
      (place.old, place.new) = (source, element)
      place.path.append(source.name)
      return place.element(names.dropFirst())
    }

    func value(_ row: MigrationRows.Row) -> AttributeValue { row.values[position].element(path) }
  }

  /// Returns the places of the old values of a step's attribute.
  ///
  /// - Parameter path: The new names that lead to it; by default the names of the step.
  private func values(ofStep step: MigrationPlan.Step, _ path: [String]? = nil) -> [Place] {
    let path = path ?? step.path
    return entities(of: step).compactMap { entity in
      guard let position = path.first.flatMap(entity.position),
        let attribute = entity.newProperties[position].asAttribute,
        let source = entity.sources[position],
        let former = entity.oldProperties[source].asAttribute
      else { return nil }
      return Place(entity: entity.old, position: source, old: former, new: attribute)
        .element(path.dropFirst())
    }
  }

  /// Returns rows with a value, together with the value.
  private func present(_ place: Place, _ path: [String] = []) -> [Row] {
    rows(of: place.entity) { row in
      let value = place.value(row).element(path)
      return value.isNull ? .none : .some(value)
    }
  }

  // MARK: Properties

  /// Returns rows with values or links of a removed property.
  private func removedProperties(of step: MigrationPlan.Step) -> [Row] {
    let path = step.path
    guard let entity = names.oldEntity(of: step.entity), let first = path.first else { return [] }
    if let last = path.last, path.count > 1 {
      return values(ofStep: step, path.dropLast()).flatMap { present($0, [last]) }
    }
    return old.concreteEntities(of: entity.name).flatMap { name -> [Row] in
      guard let entity = old[name], names.newEntity(of: name) != nil,
        names.newProperty(of: first, in: name) == nil
      else { return [] }
      return present(first, in: entity)
    }
  }

  /// Returns rows with a value, or with links and their number.
  private func present(_ property: String, in entity: EntityDescription) -> [Row] {
    let properties = entity.persistentProperties
    guard let position = properties.firstIndex(where: { $0.name.hasSameBytes(as: property) }) else {
      return []
    }
    return rows(of: entity) { row in
      let (value, count) = (row.values[position], row.links[position].count)
      if count > 0 { return .some(.int(Int64(count))) }
      return value.isNull ? .none : .some(value)
    }
  }

  /// Returns rows that lack a required value or link.
  private func additions(of step: MigrationPlan.Step) -> [Row] {
    let path = step.path
    // A missing composite needs no value for its element.
    if path.count > 1 { return values(ofStep: step, path.dropLast()).flatMap { present($0) } }
    return entities(of: step).flatMap { entity -> [Row] in
      guard let position = path.first.flatMap(entity.position) else { return all(entity.old) }
      guard let relationship = entity.newProperties[position].asRelationship else {
        return entity.sources[position] == nil ? all(entity.old) : []
      }
      return rows(of: entity.old) { row in
        links.links(of: relationship, at: position, of: entity, row).isEmpty ? .some(.null) : .none
      }
    }
  }

  /// Returns rows with an invalid value of the property, or without a required one.
  private func changes(of step: MigrationPlan.Step) -> [Row] {
    let path = step.path
    guard let name = path.first else { return entities(of: step).flatMap { all($0.old) } }
    let isMissing = if case .becameRequired = step.fact { true } else { false }
    if path.count > 1 {
      return values(ofStep: step).flatMap { place in
        isMissing
          ? rows(of: place.entity) { place.value($0).isNull ? .some(.null) : .none }
          : present(place)
      }
    }
    return entities(of: step).flatMap { entity -> [Row] in
      guard let property = names.oldProperty(of: name, in: entity.new.name) else { return [] }
      guard isMissing else { return present(property.name, in: entity.old) }
      guard let position = entity.oldPosition(of: property.name) else { return [] }
      return rows(of: entity.old) { row in
        row.values[position].isNull && row.links[position].isEmpty ? .some(.null) : .none
      }
    }
  }
}

extension MigrationPlan.Step {
  /// Returns the old entities with objects that the step affects; empty if stores have nothing to do.
  package func formerEntities(_ names: MigrationNames) -> [String] {
    if effect == .nothing { return [] }
    guard let entity = names.new[entity] else { return [self.entity] }
    return (names.new.concreteEntities(of: entity.name) + (entity.isAbstract ? [entity.name] : []))
      .compactMap { names.oldEntity(of: $0) }.filter { !$0.isAbstract }.map(\.name)
  }

  /// The name of the property, and of the elements of composites within it.
  fileprivate var path: [String] { (property ?? "").split(separator: ".").map(String.init) }
}

extension AttributeValue {
  /// Returns the value at the names of composite elements; null if it is missing.
  fileprivate func element(_ names: [String]) -> AttributeValue {
    names.reduce(self) { value, name in
      if case .composite(let elements) = value { elements[name] ?? .null } else { .null }
    }
  }
}
