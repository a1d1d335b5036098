import ArmatureModel

/// The superclass with the accessors of an entity's class.
struct SwiftClass {
  /// The names of an entity's classes.
  struct Names {
    /// The class of the objects, which is edited by hand.
    let object: String
    /// The class with the accessors.
    let properties: String
  }

  /// The declaration of the class with the accessors.
  let lines: [String]
  /// The names of all members, including inherited ones.
  let members: SwiftNames

  /// - Parameters:
  ///   - inherited: The names of the superclass's members.
  ///   - classes: The names for all entities.
  init(
    _ entity: EntityDescription, inherited: SwiftNames, classes: [String: Names],
    composites: SwiftComposites
  ) {
    var members = inherited
    var accessors: [String] = []
    for property in entity.ownProperties {
      let type = Self.type(of: property, in: entity.name, classes, composites)
      accessors += Self.accessor(of: property, members.member(for: property.name), type)
    }
    self.members = members
    lines =
      ["/// The properties of the entity \(entity.name.swiftLiteral)."]
      + Self.declaration(
        of: classes[entity.name]?.properties ?? entity.name,
        under: entity.parent.flatMap { classes[$0]?.object } ?? EntityDescription.baseClassName,
        accessors)
  }

  /// Returns the declaration of a class.
  static func declaration(
    of name: String, under superclass: String, _ members: [String] = []
  ) -> [String] {
    let head = "class \(name): \(superclass) {"
    let end = members.isEmpty ? "}" : ""
    let isLong = head.count + end.count > SwiftLines.width
    let lines = isLong ? ["class \(name):", "  \(superclass)", "{\(end)"] : [head + end]
    return members.isEmpty ? lines : lines + members.map { "  \($0)" } + ["}"]
  }

  private static func type(
    of property: PropertyDescription, in entity: String, _ classes: [String: Names],
    _ composites: SwiftComposites
  ) -> String {
    func objects(_ entity: String) -> String {
      classes[entity]?.object ?? EntityDescription.baseClassName
    }
    switch property {
    case .attribute(let attribute):
      let type =
        composites.typeName(at: [entity, attribute.name]) ?? attribute.nameInSource
      return type + (attribute.isOptional ? "?" : "")
    case .fetched(let fetched): return "[\(objects(fetched.destination))]"
    case .relationship(let relationship):
      let type = objects(relationship.destination)
      switch relationship.arity {
      case .toOne: return "\(type)?"
      case .toMany: return "Set<\(type)>"
      case .ordered: return "[\(type)]"
      }
    }
  }

  private static func accessor(
    of property: PropertyDescription, _ member: String, _ type: String
  ) -> [String] {
    let name = property.name.swiftLiteral
    let declaration = "var \(SwiftNames.escaped(member)): \(type)"
    if case .fetched = property {
      // A fetched property is computed on each access, so there is no storage for a property wrapper.
      let value = "self[dynamicMember: \(name)] ?? []"
      return fits("\(declaration) { \(value) }") ?? ["\(declaration) {", "  \(value)", "}"]
    }
    let wrapper = "@Property(\(name))"
    return fits("\(wrapper) \(declaration)") ?? [wrapper, declaration]
  }

  /// Returns the line if it fits into the indentation of a class.
  private static func fits(_ line: String) -> [String]? {
    line.count + 2 <= SwiftLines.width ? [line] : nil
  }
}
