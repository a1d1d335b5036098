package import ArmatureModel

/// The possible loss of a migration step, which decides which rows are obstacles.
package enum MigrationObstacleKind {
  /// The values or links of a removed property.
  case removedProperty
  /// No loss, but a required value or link is missing.
  case addition
  /// A value that becomes invalid, or a missing value that becomes required.
  case change
  /// Links that become invalid for the changed relationship.
  case links
}

extension MigrationPlan.Step {
  /// The possible loss of the step; `nil` if it loses nothing, or does not concern a property.
  package var obstacleKind: MigrationObstacleKind? {
    if effect <= .lossless { return nil }
    return switch fact {
    case .attributeRemoved, .relationshipRemoved: .removedProperty
    case .attributeAdded(.missing), .becameStored(.missing), .relationshipAdded: .addition
    case .becameRequired, .becameTransient, .becameRelationship, .becameAttribute, .modifierChanged:
      .change
    case .destinationChanged, .arityChanged, .inverseChanged, .countsChanged: .links
    default: nil
    }
  }
}
