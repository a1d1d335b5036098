/// Checks that relationships can own their objects.
enum OwnershipCheck {
  static func check(
    _ relationship: RelationshipDescription, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    checkMapKey(of: relationship, at: place, in: draft, &findings)
    guard relationship.isOwned else { return }
    func reject(_ sentence: String) {
      findings.error(.invalidOwnership, at: place, " owns its objects, " + sentence)
    }
    if relationship.deleteRule != .cascade {
      reject(
        "so its delete rule must be cascade, but is \(relationship.deleteRule.rawValue). Remove the delete rule."
      )
    }
    if relationship.isTransient { reject("and must be stored, but is transient.") }
    guard let destination = draft.positions[relationship.destination] else { return }
    if let name = relationship.inverse, let found = draft.find(name, in: destination),
      case .relationship(let inverse) = draft[found]
    {
      if inverse.isToMany {
        reject("so \(draft.name(of: found)) must lead to one owner, but leads to many.")
      } else if inverse.isOwned {
        reject("so \(draft.name(of: found)) must not own its object, too.")
      }
    } else if relationship.inverse == nil {
      let name = Ownership.inverseName(of: relationship.name, in: place.entity)
      reject(
        "and needs an inverse, but \(relationship.destination.inMessage) has another property"
          + " \(name.quotedForMessage). Declare the inverse.")
    }
    for kind in draft.hierarchy(around: destination) {
      for property in draft.declarations[kind].ownProperties
      where property.asAttribute?.isIdentifying == true {
        reject(
          "which have no identity of their own, but \(draft.declarations[kind].name.inMessage).\(property.name)"
            + " is identifying. Make it unique() instead.")
      }
    }
  }

  private static func checkMapKey(
    of relationship: RelationshipDescription, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let key = relationship.mapKey else { return }
    func reject(_ sentence: String) {
      findings.error(
        .invalidOwnership, at: place, " is keyed by \(key.quotedForMessage), " + sentence)
    }
    if !relationship.isOwned || !relationship.isToMany {
      reject("so it must own many objects, but does not. Add owned() to a to-many relationship.")
    }
    guard let destination = draft.positions[relationship.destination] else { return }
    let part = relationship.destination.inMessage
    guard let found = draft.find(key, in: destination),
      case .attribute(let attribute) = draft[found]
    else {
      let names = draft.declarations[destination].ownProperties.compactMap(\.asAttribute?.name)
      let remedy = nearMiss(key, in: names).map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      return reject("which must be an attribute of \(part), but is missing there.\(remedy)")
    }
    if attribute.type != .string || attribute.isOptional || attribute.isTransient
      || attribute.derivation != nil
    {
      reject(
        "so \(part).\(key) must be stored text that is required, but is"
          + " \(attribute.type.swiftName)\(attribute.isOptional ? "?" : "")"
          + "\(attribute.isTransient ? " and transient" : "")"
          + "\(attribute.derivation == nil ? "" : " and derived"). Declare it as String.")
    }
  }

  /// Returns the entities that can have no object: each of their objects would need an owner among them.
  ///
  /// - Complexity: O(*n*) in the number of entities and relationships.
  static func ownerless(in draft: ModelDraft) -> Set<Int> {
    var parts: [Int: [Int]] = [:]
    var owned: Set<Int> = []
    for position in draft.relationships {
      guard case .relationship(let relationship) = draft[position], relationship.isOwned,
        let part = draft.positions[relationship.destination]
      else { continue }
      parts[position.entity, default: []].append(part)
      _ = draft.addBranch(of: part, to: &owned)
    }
    if owned.isEmpty { return [] }
    // Entities with possible objects, and the ancestors whose relationships these objects have.
    var possible = Set(draft.declarations.indices).subtracting(owned)
    var pending = Array(possible)
    var owners: Set<Int> = []
    while let entity = pending.popLast() {
      var current: Int? = entity
      while let owner = current, owners.insert(owner).inserted {
        for part in parts[owner] ?? [] { pending += draft.addBranch(of: part, to: &possible) }
        current = draft.lineages[owner].parent
      }
    }
    return owned.subtracting(possible)
  }

  static func checkEntity(
    _ entity: Int, _ ownerless: Set<Int>, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard ownerless.contains(entity) else { return }
    findings.error(
      .endlessOwnership, at: place,
      " can have no objects: each would belong to another one that needs an owner itself. Use the delete rule"
        + " .cascade instead of owned(), or let another entity own the first of them.")
  }
}

extension ModelDraft {
  /// Adds an entity and its descendants to a set that contains the branch of each member; returns the new members.
  fileprivate func addBranch(of entity: Int, to set: inout Set<Int>) -> [Int] {
    var (pending, added) = ([entity], [Int]())
    while let entity = pending.popLast() {
      guard set.insert(entity).inserted else { continue }
      added.append(entity)
      pending += lineages[entity].children
    }
    return added
  }

  /// Returns the ancestors of an entity, the entity, and its descendants.
  fileprivate func hierarchy(around entity: Int) -> [Int] {
    var branch: Set<Int> = []
    var found: [Int] = []
    var current = lineages[entity].parent
    while let ancestor = current {
      found.append(ancestor)
      current = lineages[ancestor].parent
    }
    return (found + addBranch(of: entity, to: &branch)).sorted()
  }
}
