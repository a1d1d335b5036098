package import ArmatureModel

/// What a step of a migration may lose, and so what is to be looked for in the rows that stand in its way.
package enum MigrationLoss {
  /// The values or links of a property that is gone.
  case goneProperty
  /// Nothing, but a value or a link must be there that there is not.
  case addition
  /// What a property has, or that it has nothing, which no longer suits.
  case change
  /// Links that do not suit what the relationship is by now.
  case links
}

extension MigrationPlan.Step {
  /// What the step may lose; `nil` where it loses nothing, or is no step of a property that is there or was.
  package var loss: MigrationLoss? {
    if effect <= .lossless { return nil }
    return switch fact {
    case .attributeRemoved, .relationshipRemoved: .goneProperty
    case .attributeAdded(.missing), .becameStored(.missing), .relationshipAdded: .addition
    case .becameRequired, .becameTransient, .becameRelationship, .becameAttribute, .modifierChanged:
      .change
    case .destinationChanged, .arityChanged, .inverseChanged, .countsChanged: .links
    default: nil
    }
  }
}
