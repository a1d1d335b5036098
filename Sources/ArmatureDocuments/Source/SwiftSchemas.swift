import ArmatureModel

/// Swift source of a model with a typed schema for each entity.
struct SwiftSchemas {
  let text: String
  /// The properties that no schema declares, and the entities whose schemas or classes have another name.
  let issues: [ModelIssue]

  /// - Complexity: O(*n*) in the size of the model.
  init(_ model: ManagedObjectModel) {
    var names = SwiftNames.ofSource
    var types: [String: String] = [:]
    for entity in model.declarations {
      types[entity.name] = names.type(for: entity.name, ending: "Entity")
    }
    let classes = SwiftSchemaClasses(model, &names)
    let composites = SwiftComposites(of: model.declarations, types: types, names: &names)
    let split = SchemaSplit(model, types: types)
    let schemas = model.declarations.map {
      SwiftSchema(
        $0, types: types, objectClass: classes.names[$0.name], composites: composites, split)
    }
    let members = schemas.flatMap { schema in schema.member.map { "  \($0)" } }
    text = SwiftSource.file(
      [SwiftSource.declaration(of: model, members)] + schemas.map(\.lines)
        + classes.declarations + composites.declarations,
      needsFoundation: composites.needsFoundation || schemas.contains { $0.needsFoundation })
    issues =
      classes.issues
      + model.declarations.flatMap { entity in
        let own = entity.ownProperties.compactMap { split.issue(with: $0, of: entity.name) }
        return SwiftSource.issue(with: entity, "schema", types[entity.name] ?? entity.name) + own
      }
  }
}

extension SwiftSource {
  /// Returns an issue if the type of an entity does not have the expected name.
  ///
  /// - Parameter wanted: The expected name. The default is the name of the entity.
  static func issue(
    with entity: EntityDescription, _ kind: String, wanted: String? = nil, _ name: String
  ) -> [ModelIssue] {
    let wanted = wanted ?? entity.name
    if name == wanted { return [] }
    return [
      ModelIssue(
        .changedInSource, entity: entity.name,
        message:
          "\(entity.name.shortenedName) must have a \(kind) with a name that is free in Swift, but"
          + " \(wanted.quotedForMessage) is not. It is called \(name).", site: entity.site)
    ]
  }
}

extension SchemaSplit {
  /// Returns an issue about a property that no schema declares.
  func issue(with property: PropertyDescription, of entity: String) -> ModelIssue? {
    guard let reason = reasons[Place(entity: entity, property: property.name)] else { return nil }
    let because =
      switch reason {
      case .name: "must have a name that a property of a struct can have, but has none"
      case .count: "must have no counts to be a ToOne, but has"
      case .inverse: "must have an inverse that a key path leads to, but it is declared elsewhere"
      }
    return ModelIssue(
      .changedInSource, entity: entity, property: property.name,
      message:
        "\(entity.shortenedName).\(property.name.shortenedName) \(because). It is declared in "
        + "the body of its entity, where views do not see it.",
      site: property.site)
  }
}
