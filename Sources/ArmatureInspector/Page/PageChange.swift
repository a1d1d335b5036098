import ArmatureModel

/// A change since an older version, as data of a page.
struct PageChange: Encodable {
  /// The change of the entity or property as a whole.
  enum Kind: String, Encodable { case added, removed, changed }

  let entity: String
  let property: String?
  let kind: Kind
  let text: String
  let compatibility: String
  let reason: String
  /// The former name, if it was renamed.
  let formerName: String?

  init(_ change: ModelDifference.Change) {
    entity = change.entity
    property = change.property
    text = change.fact.description
    compatibility = change.compatibility.rawValue
    reason = change.reason
    switch change.fact {
    case .entityAdded, .attributeAdded, .relationshipAdded, .fetchedPropertyAdded: kind = .added
    case .entityRemoved, .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved:
      kind = .removed
    default: kind = .changed
    }
    switch change.fact {
    case .entityRenamed(let name), .propertyRenamed(let name): formerName = name
    default: formerName = nil
    }
  }
}
