import Armature

/// A rule that is not as it is to be, with what can be changed about it, and to what.
struct Problem {
  var variables: [Variable]
  var hints: [AttributeValue] = []
  /// What has to hold.
  var predicate: FetchPredicate?
  /// The condition under which that has to hold.
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
