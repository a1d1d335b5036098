import ArmatureModel

/// Properties in which objects of an entity and of its sub-entities must differ.
struct UniqueConstraint {
  /// The entity that declares it.
  let entity: String
  let properties: [String]
  let severity: ValidationRule.Severity
  let site: DeclarationSite
  /// The numbers of the entities that it covers.
  let orders: ClosedRange<Int32>
  /// The positions of the properties in these entities.
  let positions: [Int]

  init(entity: String, _ constraint: UniquenessConstraint, _ tree: EntityTree) {
    self.entity = entity
    properties = constraint.properties
    severity = constraint.severity
    site = constraint.site
    orders = tree.orders(of: entity)
    positions = properties.compactMap { tree.position(of: $0, in: entity) }
  }
}
