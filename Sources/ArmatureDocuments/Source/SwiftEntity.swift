import ArmatureModel

/// Swift source of an entity in the dynamic tier.
struct SwiftEntity {
  let name: String
  /// The lines of the declaration, without indentation.
  let lines: [String]
  /// Whether the source uses Foundation.
  let needsFoundation: Bool

  /// The indentation of the body. It is inside the model or function, and inside the entity itself.
  private static let indent = 4

  /// - Parameters:
  ///   - objectClass: The name of the objects' class; `nil` for the default.
  ///   - composites: The structs for the entity's composites.
  init(
    _ entity: EntityDescription, objectClass: String? = nil,
    composites: SwiftComposites = SwiftComposites()
  ) {
    name = entity.name
    var arguments = [entity.name.swiftLiteral]
    if let objectClass { arguments.append("class: \(objectClass).self") }
    if let parent = entity.parent { arguments.append("parent: \(parent.swiftLiteral)") }
    if entity.isAbstract { arguments.append("isAbstract: true") }
    if let configurations = Self.configurations(of: entity) { arguments.append(configurations) }
    var body = SwiftBody(of: entity, composites: composites, indent: Self.indent)
    for property in entity.ownProperties { body.add(property) }
    for constraint in entity.uniquenessConstraints where entity.attributeSaying(constraint) == nil {
      body.add(constraint)
    }
    for index in entity.indexes { body.add(index) }
    for template in entity.fetchTemplates { body.add(template) }
    for rule in entity.rules { body.add(rule) }
    var statement = SwiftStatement("Entity", arguments, body: body.lines)
    statement.callLast(of: entity)
    lines = statement.lines(indent: Self.indent - 2)
    needsFoundation = body.needsFoundation
  }

  /// Returns the argument with the configurations; `nil` without configurations.
  static func configurations(of entity: EntityDescription) -> String? {
    let names = entity.configurations.map(\.swiftLiteral).joined(separator: ", ")
    return names.isEmpty ? nil : "in: \(names)"
  }
}

extension SwiftStatement {
  /// Adds the modifiers after an entity's body.
  mutating func callLast(of entity: EntityDescription) {
    callLast(
      key: entity.key, of: entity.name, renamedFrom: entity.renamingIdentifier,
      version: entity.versionHashModifier, silencing: entity.silenced, userInfo: entity.userInfo)
  }
}
