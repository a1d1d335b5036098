/// The parts of a migration, in their order.
enum MigrationPhase: CaseIterable {
  case entityNames, propertyNames
  case newEntities, hierarchies, newProperties
  case changes
  case goneProperties, goneEntities
  case checks
  case declarations
}
