public import ArmatureModel

/// The parts of a model that its source omits. They are classes, closures of rules and defaults, and the values of
/// lists.
struct SwiftSourceIssues {
  private(set) var issues: [ModelIssue] = []

  /// The maximum number of classes to name.
  private static let classLimit = 10

  /// - Parameter namesClasses: Whether the source declares classes by name.
  init(of model: ManagedObjectModel, namesClasses: Bool) {
    if !namesClasses { addClasses(of: model) }
    for entity in model.declarations {
      for rule in entity.rules { add(rule, of: entity, nil) }
      for attribute in entity.ownProperties.compactMap(\.asAttribute) {
        for rule in attribute.rules { add(rule, of: entity, attribute.name) }
        if case .computed = attribute.defaultValue {
          add(
            "has a default that is computed by a closure", of: entity, attribute.name,
            attribute.site)
        }
        if case .list(let element) = attribute.type.storage, element.cases != nil {
          let message =
            "\(Self.place(entity, attribute.name)) is a list of \(element.swiftName), which "
            + "lists its values. The source cannot restrict the values in a list, so any "
            + "\(element.storage.swiftName) is allowed."
          issues.append(
            ModelIssue(
              .missingInSource, entity: entity.name, property: attribute.name, message: message,
              site: attribute.site))
        }
      }
    }
  }

  private mutating func addClasses(of model: ManagedObjectModel) {
    let names = model.declarations.filter { $0.className != "ManagedObject" }.map { entity in
      entity.className == entity.name
        ? entity.name.shortenedName
        : "\(entity.className.shortenedName) (of \(entity.name.shortenedName))"
    }
    if names.isEmpty { return }
    let more = names.count - Self.classLimit
    let list =
      names.prefix(Self.classLimit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    issues.append(
      ModelIssue(
        .missingInSource, entity: "",
        message:
          "The model has classes of entities, which the source does not name, so objects are of "
          + "ManagedObject: \(list).", site: .unknown))
  }

  private mutating func add(
    _ rule: ValidationRule, of entity: EntityDescription, _ property: String?
  ) {
    guard case .custom(let name, _) = rule.requirement else { return }
    let text = "has the rule \(name.quotedForMessage), which is a closure"
    add(text, of: entity, property, rule.site)
  }

  private static func place(_ entity: EntityDescription, _ property: String?) -> String {
    entity.name.shortenedName + (property.map { ".\($0.shortenedName)" } ?? "")
  }

  private mutating func add(
    _ text: String, of entity: EntityDescription, _ property: String?, _ site: DeclarationSite
  ) {
    issues.append(
      ModelIssue(
        .missingInSource, entity: entity.name, property: property,
        message: "\(Self.place(entity, property)) \(text). It is not in the source.", site: site))
  }
}

/// Issues of generated Swift source.
extension ModelIssue.Code {
  /// The model has a declaration that the source does not contain.
  public static let missingInSource = Self(rawValue: "missingInSource")
  /// The source contains a declaration in another place or under another name.
  public static let changedInSource = Self(rawValue: "changedInSource")
}
