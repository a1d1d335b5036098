import ArmatureModel

/// Swift source of an entity as a schema of the typed tier.
struct SwiftSchema {
  /// The declaration of the struct.
  private(set) var lines: [String]
  /// The entry for the entity in the model's body, without indentation.
  let member: [String]
  private(set) var needsFoundation: Bool

  /// - Parameters:
  ///   - types: The names of the structs of all entities.
  ///   - objectClass: The name of the objects' class; `nil` for that of the parent, or the default.
  init(
    _ entity: EntityDescription, types: [String: String], objectClass: String?,
    composites: SwiftComposites, _ split: SchemaSplit
  ) {
    let type = types[entity.name] ?? entity.name
    let reached = split.reached(of: entity.name)
    var properties = SwiftBody(of: entity, composites: composites, reached: reached, indent: 2)
    var rules = SwiftBody(of: entity, composites: composites, reached: reached, indent: 4)
    var rest = SwiftBody(of: entity, composites: composites, indent: 4)
    for property in entity.ownProperties {
      if case .fetched = property {
        rules.add(property)
      } else if reached[property.name] == nil {
        rest.add(property.named(inverse: split, in: entity.name))
      } else if case .relationship(let relationship) = property {
        properties.add(relationship, of: entity.name, types: types, split)
      } else if case .attribute(let attribute) = property {
        let derivation = SwiftDerivation(of: attribute, in: entity, types: types, split)
        properties.add(attribute, label: attribute.name, derivation: derivation?.text)
      }
    }
    for constraint in entity.uniquenessConstraints where entity.attributeSaying(constraint) == nil {
      // A schema's constraints always have the severity error.
      if constraint.severity == .error, split.reaches(constraint.properties, of: entity.name) {
        rules.add(constraint)
      } else {
        rest.add(constraint)
      }
    }
    for index in entity.indexes {
      if split.reaches(index.elements.map(\.property), of: entity.name) {
        rules.add(index)
      } else {
        rest.add(index)
      }
    }
    for template in entity.fetchTemplates { rules.add(template) }
    for rule in entity.rules { rules.add(rule) }
    lines = Self.head(of: entity, type, types, objectClass)
    if !properties.lines.isEmpty { lines += [""] + properties.lines.map { "  \($0)" } }
    if !rules.lines.isEmpty {
      lines += ["", "  static var rules: Rules<\(type)> {"] + rules.lines.map { "    \($0)" }
      lines.append("  }")
    }
    lines.append("}")
    member = Self.member(for: entity, type, body: rest.lines)
    needsFoundation = properties.needsFoundation || rules.needsFoundation || rest.needsFoundation
  }

  private static func head(
    of entity: EntityDescription, _ type: String, _ types: [String: String],
    _ objectClass: String?
  ) -> [String] {
    var lines: [String]
    if let parent = entity.parent {
      let protocols = "SubentityType" + (objectClass == nil ? "" : ", ClassEntityType")
      lines = [
        "struct \(type): \(protocols) {", "  typealias Parent = \(types[parent] ?? parent)",
      ]
    } else {
      lines = ["struct \(type): \(objectClass == nil ? "EntityType" : "ClassEntityType") {"]
    }
    if let objectClass { lines.append("  typealias Object = \(objectClass)") }
    lines.append("  static let schema = \(type)()")
    if type != entity.name {
      lines.append("  static let entityName = \(entity.name.swiftLiteral)")
    }
    if entity.isAbstract { lines.append("  static let isAbstract = true") }
    return lines
  }

  private static func member(
    for entity: EntityDescription, _ type: String, body: [String]
  ) -> [String] {
    let arguments = ["\(type).self", SwiftEntity.configurations(of: entity)].compactMap(\.self)
    var statement = SwiftStatement("Entity", arguments, body: body.isEmpty ? nil : body)
    statement.callLast(of: entity)
    if statement.isBare, arguments.count == 1 {
      return statement.comment(indent: 2) + ["\(type).self"]
    }
    return statement.lines(indent: 2)
  }
}

extension SwiftBody {
  /// Adds a relationship as a property of a schema.
  fileprivate mutating func add(
    _ relationship: RelationshipDescription, of entity: String, types: [String: String],
    _ split: SchemaSplit
  ) {
    let place = SchemaSplit.Place(entity: entity, property: relationship.name)
    let inverse =
      split.namers.contains(place) ? split.inverse(of: relationship, in: entity) : nil
    let source = SwiftRelationship(
      relationship, to: types[relationship.destination] ?? relationship.destination,
      inverse: inverse,
      isOwnInverse: inverse == relationship.name && relationship.destination == entity)
    add(source)
  }
}

extension PropertyDescription {
  /// Returns the property with its inverse named. This is done even if the other relationship declares the inverse,
  /// because it may be unable to name it in source.
  fileprivate func named(inverse split: SchemaSplit, in entity: String) -> PropertyDescription {
    guard case .relationship(var relationship) = self else { return self }
    relationship.inverse = split.inverse(of: relationship, in: entity)
    return .relationship(relationship)
  }
}
