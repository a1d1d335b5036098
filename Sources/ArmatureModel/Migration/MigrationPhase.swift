/// The phases of a migration, in order.
enum MigrationPhase: CaseIterable {
  case entityNames, propertyNames
  case newEntities, hierarchies, newProperties
  case changes
  case removedProperties, removedEntities
  case checks
  case declarations
}
