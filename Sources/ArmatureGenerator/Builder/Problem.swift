import Armature

/// A rule that must still be kept, or broken, with the values and links that may be changed for it.
struct Problem {
  var variables: [Variable]
  var hints: [AttributeValue] = []
  /// The condition that must hold.
  var predicate: FetchPredicate?
  /// The condition under which `predicate` must hold.
  var condition: FetchPredicate?
  /// The relationship that leads to too many objects, or to too few.
  var counted: EntityPlan.RelationshipPlan?

  /// Something that can be changed to keep or to break a rule.
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
