import Armature

/// A rule that must be satisfied or broken, with the values and links that may change for it.
struct Problem {
  var variables: [Variable]
  var hints: [AttributeValue] = []
  /// The condition that must hold.
  var predicate: FetchPredicate?
  /// The condition under which `predicate` is required.
  var condition: FetchPredicate?
  /// The relationship with too many or too few objects.
  var counted: EntityPlan.RelationshipPlan?

  /// A value or link that can change to satisfy or break a rule.
  enum Variable {
    case attribute(ManagedObject, EntityPlan.AttributePlan)
    case link(ManagedObject, EntityPlan.RelationshipPlan)

    var owner: ManagedObject {
      switch self {
      case .attribute(let object, _), .link(let object, _): object
      }
    }

    var name: String {
      switch self {
      case .attribute(_, let attribute): attribute.name
      case .link(_, let relationship): relationship.name
      }
    }
  }
}
