import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deriving the values of a new row from an old one.
extension ObjectMigration {
  /// Returns the values of all persistent properties, except for derived ones.
  func values(of entity: MigratedEntity, _ row: MigrationRows.Row) throws -> [AttributeValue] {
    try entity.newProperties.enumerated().map { position, property in
      guard let attribute = property.asAttribute, attribute.derivation == nil else { return .null }
      if let value = try customValue(of: attribute, entity, row) { return value }
      guard let source = entity.sources[position],
        let former = entity.oldProperties[source].asAttribute
      else { return attribute.initialValue(at: date) }
      return Self.value(row.values[source], of: former, as: attribute)
        ?? attribute.initialValue(at: date)
    }
  }

  /// Returns the value of an attribute, converted from the old attribute; `nil` if a required value is missing.
  private static func value(
    _ value: AttributeValue, of former: AttributeDescription, as attribute: AttributeDescription
  ) -> AttributeValue? {
    if value.isNull { return attribute.isOptional ? .some(.null) : .none }
    guard case .composite(let values) = value,
      case .composite(let elements) = attribute.type.storage,
      case .composite(let formerElements) = former.type.storage
    else {
      return .some(value.migrated(from: former.type, to: attribute.type) ?? .null)
    }
    var migrated: [String: AttributeValue] = [:]
    let sources = MigrationNames.oldElements(of: elements, among: formerElements)
    for case (let element, let source?) in zip(elements, sources) {
      guard let value = values[source.name], !value.isNull else { continue }
      migrated[element.name] = Self.value(value, of: source, as: element)
    }
    return .composite(migrated.filter { !$0.value.isNull })
  }

  /// Returns the value of an attribute that user code computes; `nil` without such code.
  private func customValue(
    of attribute: AttributeDescription, _ entity: MigratedEntity, _ row: MigrationRows.Row
  ) throws -> AttributeValue? {
    guard let (names, make) = custom.value(of: attribute.name, in: entity.new.name) else {
      return .none
    }
    var old: [String: AttributeValue] = [:]
    for name in names {
      guard let position = entity.oldPosition(of: name), !row.values[position].isNull else {
        continue
      }
      old[name] = row.values[position]
    }
    return try CustomSteps.value(
      make(old), of: attribute, at: "\(entity.new.name).\(attribute.name)")
  }
}

extension AttributeDescription {
  /// Returns the value for existing objects that lacked the attribute, and for objects that a migration creates.
  func initialValue(at date: Date) -> AttributeValue {
    var timeOrdered = TimeOrderedUUIDs()
    let value: AttributeValue =
      switch defaultValue {
      case .constant(let value)?: value
      case .now?: .date(date)
      case .uuid?: .uuid(UUID.random())
      case .uuidv7?: .uuid(timeOrdered.next(at: date, random: UUID.random()))
      case .computed(let computation)?: computation.make?() ?? .null
      case nil: .null
      }
    return value.converted(to: type) ?? .null
  }
}
