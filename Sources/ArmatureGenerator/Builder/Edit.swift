import Armature

/// One change of a value or of a link.
enum Edit {
  case set(ManagedObject, EntityPlan.AttributePlan, AttributeValue)
  /// Sets a to-one relationship to another object or to nil.
  case link(ManagedObject, EntityPlan.RelationshipPlan, ManagedObject?)
  /// Adds a member to a to-many relationship with a to-many inverse or none.
  case insert(ManagedObject, EntityPlan.RelationshipPlan, ManagedObject)
  case remove(ManagedObject, EntityPlan.RelationshipPlan, ManagedObject)

  var owner: ManagedObject {
    switch self {
    case .set(let owner, _, _), .link(let owner, _, _), .insert(let owner, _, _),
      .remove(let owner, _, _):
      owner
    }
  }

  var property: String {
    switch self {
    case .set(_, let attribute, _): attribute.name
    case .link(_, let relationship, _), .insert(_, let relationship, _),
      .remove(_, let relationship, _):
      relationship.name
    }
  }

  /// Returns whether the generator may make the change. Objects that it did not make keep their values, and supplied
  /// relationships lead only to supplied objects.
  func isAllowed(_ builder: GraphBuilder) throws -> Bool {
    switch self {
    case .set(let owner, _, _): return builder.isOwn(owner)
    case .link(let owner, let relationship, let target):
      guard builder.isOwn(owner) else { return false }
      guard let target else { return true }
      if let displaced = displaced(builder), !builder.isOwn(displaced.owner) { return false }
      return try relationship.supplied(to: owner)?.contains { $0 === target } ?? true
    case .insert(let owner, let relationship, let member):
      guard builder.isOwn(owner) || builder.isOwn(member) else { return false }
      return try relationship.supplied(to: owner)?.contains { $0 === member } ?? true
    case .remove(let owner, _, let member): return builder.isOwn(owner) || builder.isOwn(member)
    }
  }

  /// Returns the link that another object loses because a one-to-one relationship takes over its end.
  private func displaced(_ builder: GraphBuilder) -> Link? {
    guard case .link(let owner, let relationship, let target?) = self,
      let inverse = relationship.inverse, !inverse.isToMany,
      let other = builder.related(target, inverse).first, other !== owner,
      let plan = builder.plan(of: other).relationship(named: relationship.name)
    else { return nil }
    return Link(owner: other, relationship: plan, target: target)
  }

  private struct Link {
    let owner: ManagedObject
    let relationship: EntityPlan.RelationshipPlan
    let target: ManagedObject
  }

  /// Returns the objects and properties that change, including the other ends of links.
  func changes(_ builder: GraphBuilder) -> [(object: ManagedObject, property: String)] {
    var changes = [(owner, property)]
    switch self {
    case .set: break
    case .link(let owner, let relationship, let target):
      if let inverse = relationship.inverse {
        let ends = builder.related(owner, relationship.description) + (target.map { [$0] } ?? [])
        changes += ends.map { ($0, inverse.name) }
      }
      if let link = displaced(builder) { changes.append((link.owner, link.relationship.name)) }
    case .insert(_, let relationship, let member), .remove(_, let relationship, let member):
      if let inverse = relationship.inverse { changes.append((member, inverse.name)) }
    }
    return changes
  }

  /// Makes the change; returns the edits that undo it, in order.
  func apply(_ builder: GraphBuilder) throws -> [Edit] {
    switch self {
    case .set(let owner, let attribute, let value):
      let former = owner[attribute.name] ?? .null
      builder.set(attribute, of: owner, to: value)
      return [.set(owner, attribute, former)]
    case .link(let owner, let relationship, let target):
      let former = builder.related(owner, relationship.description).first
      let displaced = displaced(builder)
      try owner.setValue(target, forKey: relationship.name)
      if let target {
        builder.dependencies.note(owner, relationship, target)
        builder.noteLink(relationship, to: target)
      }
      return [.link(owner, relationship, former)]
        + (displaced.map { [.link($0.owner, $0.relationship, $0.target)] } ?? [])
    case .insert(let owner, let relationship, let member):
      if builder.related(owner, relationship.description).contains(where: { $0 === member }) {
        return []
      }
      try owner.insert(member, into: relationship.name)
      builder.dependencies.note(owner, relationship, member)
      builder.noteLink(relationship, to: member)
      return [.remove(owner, relationship, member)]
    case .remove(let owner, let relationship, let member):
      try owner.remove(member, from: relationship.name)
      return [.insert(owner, relationship, member)]
    }
  }
}

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
