import ArmatureModel

/// The classes that a source with schemas declares for the objects of entities. They have no members.
struct SwiftSchemaClasses {
  /// The names of the classes by entity. Entities without a class of their own have none.
  private(set) var names: [String: String] = [:]
  /// The declarations of the classes.
  private(set) var declarations: [[String]] = []
  /// An issue about the classes that have another name than in the model.
  private(set) var issues: [ModelIssue] = []

  /// The maximum number of classes that an issue names.
  private static let limit = 10

  /// - Complexity: O(*n*) in the number of entities.
  init(_ model: ManagedObjectModel, _ swiftNames: inout SwiftNames) {
    let entities = model.declarations.filter { Self.hasOwnClass($0, model) }
    for entity in entities {
      names[entity.name] = swiftNames.type(for: entity.className, ending: "Object")
    }
    let supers = entities.map { superclass(of: $0, model) }
    let open = Set(supers)
    for (entity, superclass) in zip(entities, supers) {
      guard let name = names[entity.name] else { continue }
      let isFinal = !open.contains(name)
      declarations.append([
        "/// An object of the entity \(entity.name.swiftLiteral).",
        "\(isFinal ? "final " : "")class \(name): \(superclass) {}",
      ])
    }
    let renamed = entities.compactMap { entity in
      names[entity.name].flatMap {
        $0 == entity.className ? nil : "\($0) (of \(entity.name.shortenedName))"
      }
    }
    if !renamed.isEmpty { issues = [Self.issue(renamed)] }
  }

  private static func issue(_ renamed: [String]) -> ModelIssue {
    let more = renamed.count - limit
    let list =
      renamed.prefix(limit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return ModelIssue(
      .changedInSource, entity: "",
      message:
        "The model has classes with names that are not free in the source, such as those of schemas. "
        + "They are called differently: \(list).", site: .unknown)
  }

  /// Returns whether an entity has another class than its parent.
  private static func hasOwnClass(_ entity: EntityDescription, _ model: ManagedObjectModel) -> Bool
  {
    entity.className != EntityDescription.baseClassName
      && entity.className != entity.parent.flatMap { model[$0] }?.className
  }

  private func superclass(of entity: EntityDescription, _ model: ManagedObjectModel) -> String {
    var current = entity.parent.flatMap { model[$0] }
    while let parent = current {
      if let name = names[parent.name] { return name }
      current = parent.parent.flatMap { model[$0] }
    }
    return EntityDescription.baseClassName
  }
}
