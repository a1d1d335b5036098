import ArmatureModel

/// A uniqueness constraint over properties of an entity and its sub-entities.
struct UniqueConstraint {
  /// The entity that declares it.
  let entity: String
  let properties: [String]
  let severity: ValidationRule.Severity
  let site: DeclarationSite
  /// The numbers of the covered entities.
  let orders: ClosedRange<Int32>
  /// The positions of the properties in these entities.
  let positions: [Int]
  /// The storage kind of the property, for a constraint over a single property. It is `nil` for several properties. It
  /// is also `nil` for an enumeration, because its values may be compared only with its cases.
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
