extension ChangeAssessment {
  /// Returns the step for a change.
  func step(_ change: ModelDifference.Change) -> MigrationPlan.Step {
    let change = assessed(change)
    return MigrationPlan.Step(
      entity: change.entity, property: change.property, fact: change.fact,
      effect: MigrationPlan.Effect(change.compatibility), reason: change.reason,
      site: site(of: change))
  }

  /// Returns the place of the declaration that caused a change.
  private func site(of change: ModelDifference.Change) -> DeclarationSite {
    let entity = comparison.new[change.entity]
    let own: DeclarationSite? =
      switch change.fact {
      case .ruleAdded(let rule), .ruleChanged(_, let rule): rule.site
      case .uniquenessAdded(let names):
        entity?.uniquenessConstraints.first { $0.properties == names }?.site
      case .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved: entity?.site
      case .entityRemoved: comparison.old[change.entity]?.site
      default: nil
      }
    let sites = [own, newProperty(of: change)?.site, entity?.site].compactMap(\.self)
    return sites.first { $0.line > 0 } ?? .unknown
  }
}
