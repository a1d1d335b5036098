import ArmatureModel

/// Properties in which objects of an entity and of its sub-entities must differ.
struct UniqueConstraint {
  /// The entity that declares it.
  let entity: String
  let properties: [String]
  let site: DeclarationSite

  init(entity: String, _ constraint: UniquenessConstraint) {
    self.entity = entity
    properties = constraint.properties
    site = constraint.site
  }
}
