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
  /// How rows keep the property of a constraint over one; `nil` for several, and for an enumeration,
  /// with whose cases alone a value may be compared.
  let kind: StorageKind?

  init(entity: String, _ constraint: UniquenessConstraint, _ tree: EntityTree) {
    self.entity = entity
    properties = constraint.properties
    severity = constraint.severity
    site = constraint.site
    orders = tree.orders(of: entity)
    positions = properties.compactMap { tree.position(of: $0, in: entity) }
    let property = tree.entity(named: entity)?.property(named: properties[0])
    let isEnumeration =
      if case .enumeration? = property?.asAttribute?.type { true } else { false }
    kind = properties.count == 1 && !isEnumeration ? property?.storageKind : nil
  }
}
