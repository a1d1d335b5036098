package import ArmatureModel

/// What somebody has said of a migration beside the models, where the plan has a step for it.
package struct CustomSteps {
  package typealias Value = (
    names: [String], make: @Sendable ([String: AttributeValue]) throws -> AttributeValue
  )

  private var drops: Set<String> = []
  private var values: [String: Value] = [:]
  private let plan: MigrationPlan
  private let new: ManagedObjectModel

  package init(_ steps: [StoreMigration.Step], _ plan: MigrationPlan, to new: ManagedObjectModel) {
    (self.plan, self.new) = (plan, new)
    for step in steps {
      switch step {
      case .drop(let place): drops.insert(place)
      case .set(let place, let names, let make): values[place] = (names, make)
      }
    }
  }

  /// Whether the objects of an entity that is gone are dropped.
  package func drops(_ entity: String) -> Bool { drops.contains(entity) }

  /// Whether objects are dropped, so that links may lead to nothing.
  package var dropsObjects: Bool {
    plan.steps.contains { $0.fact == .entityRemoved && drops.contains($0.entity) }
  }

  /// Whether it is said what becomes of the rows that a step is about.
  package func cover(_ step: MigrationPlan.Step) -> Bool {
    switch step.fact {
    case .entityRemoved, .attributeRemoved, .relationshipRemoved: drops.contains(step.place)
    default: step.kind != .changeDeclaration && values[step.place] != nil
    }
  }

  /// How an attribute of the objects of an entity is computed; `nil` where nothing is said.
  package func value(of attribute: String, in entity: String) -> Value? {
    if values.isEmpty { return nil }
    return plan.steps.lazy.filter { step in
      step.property == attribute && cover(step) && new.entity(entity, isKindOf: step.entity)
    }.compactMap { values[$0.place] }.first
  }
}
