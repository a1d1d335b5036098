import ArmatureModel

extension MigrationPlan.Step {
  /// Returns a sentence about changes of the new model or of the rows, after which the step has no obstacle.
  func remedy(in model: ManagedObjectModel) -> String {
    let isAttribute = model[entity]?.relationships.contains { $0.name == property } == false
    return switch fact {
    case .attributeAdded, .becameStored: "\(place): give it a default or make it optional."
    case .relationshipAdded: "\(place): make it optional."
    case .becameRequired:
      "\(place): \(isAttribute ? "give it a default or " : "")keep it optional, or set it in these "
        + "rows."
    case .typeChanged(let from, _):
      "\(place): keep the type \(from.swiftName), or correct these values."
    case .casesChanged: "\(place): keep the cases that these rows have, or correct these values."
    case .uniquenessAdded(let names):
      "\(entity): leave out the uniqueness of \(names.joined(separator: ", ")), or correct these "
        + "values."
    case .countsChanged: "\(place): allow the counts that these rows have, or correct these links."
    default: "\(place): undo its change, or correct these rows."
    }
  }
}
