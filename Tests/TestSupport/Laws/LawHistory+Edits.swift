import Armature
import ArmatureModel

extension LawHistory {
  /// Makes a change in a context; an impossible change throws an error and changes nothing.
  func edit(_ node: LawContext) throws {
    do {
      let choice = random.below(12)
      guard choice > 0, let object = try object(node) else {
        return try insert(node, random.pick(model.entities))
      }
      if choice == 11 {
        note("\(node.name): delete \(object.objectID)")
        node.log.delete(object.objectID)
        return try node.context.delete(object)
      }
      let properties = object.entity.persistentProperties.filter {
        $0.asAttribute?.derivation == nil
      }
      let property = random.pick(properties)
      if let relationship = property.asRelationship {
        try link(object, relationship, node)
      } else if let attribute = property.asAttribute {
        try set(object, attribute, node)
      }
    } catch is ManagedObjectError {
      note("\(node.name): it is refused")
    }
  }

  func insert(_ node: LawContext, _ entity: EntityDescription) throws {
    let object = try node.context.insert(entity.name)
    note("\(node.name): insert \(object.objectID)")
    ids.append(object.objectID)
    node.log.insert(object.objectID)
    for relationship in entity.relationships where !relationship.isOptional {
      guard let owner = try self.object(node, of: relationship.destination) else { continue }
      try lead(object, relationship, owner, node)
    }
  }

  /// Returns an object that the context can find.
  private func object(_ node: LawContext, of entity: String? = nil) throws -> ManagedObject? {
    let fitting = ids.filter { entity == nil || $0.entityName == entity }
    for _ in 0..<3 where !fitting.isEmpty {
      if let object = try node.context.found(random.pick(fitting)) { return object }
    }
    return nil
  }

  private func set(
    _ object: ManagedObject, _ attribute: AttributeDescription, _ node: LawContext
  ) throws {
    let number = random.below(attribute.name == "code" ? 3 : 12)
    let value: AttributeValue
    switch attribute.type {
    case .string: value = number == 0 ? .null : .string("t\(number)")
    default: value = number == 0 && attribute.isOptional ? .null : .int(Int64(number))
    }
    note("\(node.name): set \(object.objectID).\(attribute.name) to \(value)")
    node.log.set(object.objectID, attribute.name, value)
    try object.setValue(value, forKey: attribute.name)
  }

  private func link(
    _ object: ManagedObject, _ relationship: RelationshipDescription, _ node: LawContext
  ) throws {
    guard relationship.isToMany else {
      let isNone = relationship.isOptional && random.oneIn(4)
      let end = isNone ? nil : try self.object(node, of: relationship.destination)
      return try lead(object, relationship, end, node)
    }
    guard let member = try self.object(node, of: relationship.destination) else { return }
    let (name, id) = (relationship.name, object.objectID)
    let isThere = try object.objectIDs(forRelationshipNamed: name).contains(member.objectID)
    let backName = relationship.inverse
    let back = backName.flatMap { member.entity.property(named: $0)?.asRelationship }
    let isRemoved = isThere && (back?.isToMany != false || random.bool())
    if let back, !back.isToMany {
      let isCut = isRemoved && member.savedEnd(back.name) == id
      node.log.set(member.objectID, back.name, isRemoved ? .null : .object(id), isCut: isCut)
    } else {
      // Each link is recorded from the same side, whichever side was changed.
      let isSwapped = backName.map { ($0, member.objectID.key) < (name, id.key) } ?? false
      if isSwapped, let backName {
        node.log.member(member.objectID, backName, id, isThere: !isThere)
      } else {
        node.log.member(id, name, member.objectID, isThere: !isThere)
      }
    }
    if isRemoved {
      note("\(node.name): remove \(member.objectID) from \(id).\(name)")
      return try object.remove(member, from: name)
    }
    let position =
      relationship.arity == .ordered && !settings.isSerial && random.bool()
      ? random.below(3) : nil
    note("\(node.name): insert \(member.objectID) into \(id).\(name)")
    try object.insert(member, into: name, at: position)
  }

  private func lead(
    _ object: ManagedObject, _ relationship: RelationshipDescription, _ end: ManagedObject?,
    _ node: LawContext
  ) throws {
    let (name, id) = (relationship.name, object.objectID)
    note("\(node.name): set \(id).\(name) to \(end.map { "\($0.objectID)" } ?? "nothing")")
    var followers: [(object: ManagedObject, name: String, former: ManagedObjectID)] = []
    // A one-to-one link also changes the previous links of both ends.
    if let back = relationship.inverse {
      for end in [end, try self.end(of: object, name, node)].compactMap(\.self)
      where end.entity.property(named: back)?.asRelationship?.isToMany == false {
        followers.append((end, back, id))
        if let former = try self.end(of: end, back, node), former !== object {
          followers.append((former, name, end.objectID))
        }
      }
    }
    try object.setValue(end, forKey: name)
    node.log.set(id, name, end.map { .object($0.objectID) } ?? .null)
    for (object, name, former) in followers {
      let isNone = try object.objectIDs(forRelationshipNamed: name).isEmpty
      node.log.follow(object.objectID, name, isNone: isNone, isCut: object.savedEnd(name) == former)
    }
  }

  private func end(
    of object: ManagedObject, _ name: String, _ node: LawContext
  ) throws -> ManagedObject? {
    try object.objectIDs(forRelationshipNamed: name).first.flatMap { try node.context.found($0) }
  }
}

extension ManagedObject {
  /// Returns the ID of the object to which a to-one relationship led at the last save.
  fileprivate func savedEnd(_ name: String) -> ManagedObjectID? {
    if case .object(let id)? = committedValues(forKeys: [name])[name] { id } else { nil }
  }
}
