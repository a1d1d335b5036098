/// Checks that relationships can own their objects.
enum OwnershipCheck {
  static func check(
    _ relationship: RelationshipDescription, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
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
    let kinds = draft.declarations.indices.filter {
      draft.isKind($0, of: destination) || draft.isKind(destination, of: $0)
    }
    for kind in kinds {
      for property in draft.declarations[kind].ownProperties
      where property.asAttribute?.isIdentifying == true {
        reject(
          "which have no identity of their own, but \(draft.declarations[kind].name.inMessage).\(property.name)"
            + " is identifying. Make it unique() instead.")
      }
    }
  }

  /// Returns the entities that can have no object: each of their objects would need an owner among them.
  static func ownerless(in draft: ModelDraft) -> Set<Int> {
    var owners: [Int: [Int]] = [:]
    for position in draft.relationships {
      guard case .relationship(let relationship) = draft[position], relationship.isOwned,
        let part = draft.positions[relationship.destination]
      else { continue }
      for kind in draft.declarations.indices where draft.isKind(kind, of: part) {
        owners[kind, default: []].append(position.entity)
      }
    }
    if owners.isEmpty { return [] }
    var ownerless = Set(owners.keys)
    var changes = true
    while changes {
      let found = ownerless.filter { part in
        owners[part]?.contains { owner in
          draft.declarations.indices.contains {
            draft.isKind($0, of: owner) && !ownerless.contains($0)
          }
        } ?? true
      }
      ownerless.subtract(found)
      changes = !found.isEmpty
    }
    return ownerless
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
