import ArmatureModel

/// A search for declarations of a model that CloudKit does not support.
///
/// Sources: Apple, "Creating a Core Data Model for CloudKit"; for ordered relationships, the remarks on mirrored
/// stores.
struct CloudKitCheck {
  private(set) var issues: [ModelIssue] = []
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) {
    self.model = model
    for entity in model.entities { check(entity) }
  }

  private mutating func check(_ entity: EntityDescription) {
    let inherited = entity.parent.flatMap { model[$0] }?.uniquenessConstraints.count ?? 0
    for constraint in entity.uniquenessConstraints.dropFirst(inherited)
    where constraint.severity == .error {
      add(
        .cloudKitUniqueness, entity, nil, constraint.site,
        "must have no unique values for CloudKit, but \(constraint.properties.joined(separator: ", "))"
          + " must be unique. Drop the constraint, or make it a warning, and merge the objects "
          + "of two devices."
      )
    }
    for property in entity.ownProperties {
      switch property {
      case .attribute(let attribute): check(attribute, of: entity)
      case .relationship(let relationship): check(relationship, of: entity)
      case .fetched: break
      }
    }
  }

  private mutating func check(_ attribute: AttributeDescription, of entity: EntityDescription) {
    if attribute.isTransient || attribute.isOptional || attribute.defaultValue != nil
      || attribute.derivation != nil
    {
      return
    }
    add(
      .cloudKitRequired, entity, attribute.name, attribute.site,
      "must be optional or have a default for CloudKit, where an object may come without it, but is required."
        + " Give it a default, or make it optional.")
  }

  private mutating func check(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) {
    if relationship.isTransient { return }
    func add(_ code: ModelIssue.Code, _ sentences: String) {
      self.add(code, entity, relationship.name, relationship.site, sentences)
    }
    if !relationship.isOptional || relationship.minimumCount > 0 {
      add(
        .cloudKitRequired,
        "must be optional for CloudKit, where the two objects come one after the other, but is required."
          + " Make it optional, and check it before you use it.")
    }
    if relationship.inverse == nil {
      add(
        .cloudKitInverse,
        "must have an inverse for CloudKit, which links objects in any order, but has none. Declare one in"
          + " \(relationship.destination).")
    }
    if relationship.arity == .ordered {
      add(
        .cloudKitOrder,
        "must have no order for CloudKit, but is ordered. Give \(relationship.destination) an attribute to sort by."
      )
    }
    if relationship.deleteRule == .deny {
      add(
        .cloudKitDenial,
        "must allow deletions for CloudKit, but denies them. Use another delete rule, and check "
          + "before you delete.")
    }
    let apart = entity.configurations.filter { configuration in
      !(model[relationship.destination]?.configurations.contains(configuration) ?? true)
    }
    if let configuration = apart.first {
      add(
        .cloudKitConfiguration,
        "must stay within a configuration for CloudKit, but leads from \(configuration) to"
          + " \(relationship.destination), which is not in it. Put both into it.")
    }
  }

  private mutating func add(
    _ code: ModelIssue.Code, _ entity: EntityDescription, _ property: String?,
    _ site: DeclarationSite, _ sentences: String
  ) {
    let place = property.map { "\(entity.name).\($0)" } ?? entity.name
    issues.append(
      ModelIssue(
        code, entity: entity.name, property: property, message: "\(place) \(sentences)", site: site)
    )
  }
}
