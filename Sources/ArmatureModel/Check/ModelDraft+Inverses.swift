extension ModelDraft {
  /// A problem with the inverse that a relationship names.
  enum InverseIssue {
    /// The destination has no property of that name.
    case unknown
    /// The property is an attribute or a fetched property.
    case notARelationship(PropertyPosition)
    /// The destination of the inverse is not the entity of the relationship.
    case leadsElsewhere(PropertyPosition)
    /// The inverse belongs to an ancestor of the destination. Other entities have it as well.
    case belongsToParent(PropertyPosition)
    /// The inverse names another relationship as its own inverse.
    case namesAnother(PropertyPosition, inverse: String)
    /// The inverse already belongs to another relationship.
    case taken(PropertyPosition, by: PropertyPosition)
  }

  /// Checks the inverses that relationships declare. If only one of two relationships names the other, the other one
  /// gets its inverse.
  mutating func connectInverses() {
    var claims: [PropertyPosition: PropertyPosition] = [:]
    for position in relationships
    where isFirst(position.entity) && !duplicates.contains(position) {
      guard case .relationship(let relationship) = self[position], relationship.inverse != nil
      else { continue }
      inverseIssues[position] = problem(with: relationship, at: position, &claims)
    }
    for (silent, position) in claims {
      guard case .relationship(var relationship) = self[silent] else { continue }
      relationship.inverse = self[position].name
      entities[silent.entity].ownProperties[silent.property] = .relationship(relationship)
    }
  }

  private func problem(
    with relationship: RelationshipDescription, at position: PropertyPosition,
    _ claims: inout [PropertyPosition: PropertyPosition]
  ) -> InverseIssue? {
    // An unknown destination is reported separately.
    guard let name = relationship.inverse, let destination = positions[relationship.destination]
    else { return nil }
    guard let target = find(name, in: destination) else {
      return lineages[destination].isComplete ? .unknown : nil
    }
    guard case .relationship(let inverse) = self[target] else { return .notARelationship(target) }
    guard let source = positions[inverse.destination] else { return nil }
    guard haveSameObjects(source, position.entity) else { return .leadsElsewhere(target) }
    guard haveSameObjects(destination, target.entity) else { return .belongsToParent(target) }
    guard let own = inverse.inverse else {
      if let other = claims[target] { return .taken(target, by: other) }
      claims[target] = position
      return nil
    }
    if find(own, in: source) == position { return nil }
    // An unknown inverse on the other side is reported there.
    return find(own, in: source) == nil ? nil : .namesAnother(target, inverse: own)
  }
}
