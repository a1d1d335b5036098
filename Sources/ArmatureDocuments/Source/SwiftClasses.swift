import ArmatureModel

/// Swift source of a model with classes. It has one file for the model, and a file for each class, which can be edited.
struct SwiftClasses {
  /// The text of the model's file.
  let text: String
  /// The editable files.
  let files: [SwiftSource.ClassFile]
  /// The entities that have a class with another name than in the model.
  let issues: [ModelIssue]

  /// The first line of the file that is overwritten, which identifies it.
  static let header =
    "// Written by armature generate, and written anew each time: edit the classes' own files."

  /// - Complexity: O(*n*) in the size of the model.
  init(_ model: ManagedObjectModel) {
    var names = SwiftNames.ofSource
    let classes = Self.classNames(of: model, &names)
    let composites = SwiftComposites(
      of: model.declarations, types: classes.mapValues(\.object), names: &names)
    var sources: [String: SwiftClass] = [:]
    // A class can use the names that its superclass has not taken.
    for entity in Self.parentsFirst(model) {
      let inherited = entity.parent.flatMap { sources[$0]?.members }
      sources[entity.name] = SwiftClass(
        entity, inherited: inherited ?? .ofMembers(ReservedNames.members), classes: classes,
        composites: composites)
    }
    var (body, declarations): ([String], [[String]]) = ([], [])
    var needsFoundation = composites.needsFoundation
    for entity in model.declarations {
      let declaration = SwiftEntity(
        entity, objectClass: classes[entity.name]?.object, composites: composites)
      let function = names.function(for: entity.name)
      needsFoundation = needsFoundation || declaration.needsFoundation
      body.append("    \(function)()")
      declarations.append(sources[entity.name]?.lines ?? [])
      declarations.append(SwiftSource.function(function, declaration))
    }
    let head = "  try ManagedObjectModel(\(model.name.swiftLiteral)) {"
    let function =
      [
        "/// The model \(model.name.swiftLiteral).",
        "func makeModel() throws -> ManagedObjectModel {",
      ] + (body.isEmpty ? [head + "}"] : [head] + body + ["  }"]) + ["}"]
    text = SwiftSource.file(
      [function] + declarations + composites.declarations, needsFoundation: needsFoundation,
      header: Self.header)
    issues = model.declarations.flatMap { entity in
      SwiftSource.issue(
        with: entity, "class", wanted: Self.wantedName(of: entity),
        classes[entity.name]?.object ?? entity.name)
    }
    files = model.declarations.compactMap { entity in
      classes[entity.name].map { SwiftSource.ClassFile(entity: entity.name, $0) }
    }
  }

  private static func classNames(
    of model: ManagedObjectModel, _ names: inout SwiftNames
  ) -> [String: SwiftClass.Names] {
    var objects: [String: String] = [:]
    for entity in model.declarations {
      objects[entity.name] = names.type(for: wantedName(of: entity), ending: "Object")
    }
    var classes: [String: SwiftClass.Names] = [:]
    for entity in model.declarations {
      let object = objects[entity.name] ?? entity.name
      classes[entity.name] = SwiftClass.Names(
        object: object, properties: names.type(for: [object, "Properties"]))
    }
    return classes
  }

  /// The class has the name in the model, or the entity's name.
  private static func wantedName(of entity: EntityDescription) -> String {
    entity.className == EntityDescription.baseClassName ? entity.name : entity.className
  }

  private static func parentsFirst(_ model: ManagedObjectModel) -> [EntityDescription] {
    var (sorted, seen): ([EntityDescription], Set<String>) = ([], [])
    for entity in model.declarations {
      var line: [EntityDescription] = []
      var current: EntityDescription? = entity
      while let entity = current, seen.insert(entity.name).inserted {
        line.append(entity)
        current = entity.parent.flatMap { model[$0] }
      }
      sorted += line.reversed()
    }
    return sorted
  }
}
