import Armature
import ArmatureModel

extension ContextTreeHistory {
  /// Makes a change in a context, to a given object or a random one.
  ///
  /// A change that turns out to be impossible because of other saves throws an error and changes nothing.
  func edit(_ node: ContextTreeNode, of chosen: ManagedObjectID? = nil) throws -> String? {
    noteChanged(node)
    do {
      try editOnce(node, of: chosen)
    } catch is ManagedObjectError {
      note("\(node.name): it is refused")
    }
    return nil
  }

  private func editOnce(_ node: ContextTreeNode, of chosen: ManagedObjectID?) throws {
    let live = try live()
    let choice = random.below(16)
    if chosen == nil, live.count < 4 || choice < (live.count < 9 ? 3 : 1) {
      return try insert(node)
    }
    guard let object = try object(node, among: chosen.map { [$0] } ?? live) else { return }
    switch choice {
    case 3, 4:
      note("\(node.name): delete \(object.objectID.key)")
      try node.context.delete(object)
    case 5, 6: try set(object, node)
    case 7: try swap(object, node, live)
    default: try link(object, node, live)
    }
  }

  /// Returns one of some objects, as a fault or with its values.
  func object(
    _ node: ContextTreeNode, among ids: [ManagedObjectID]
  ) throws -> ManagedObject? {
    guard !ids.isEmpty else { return nil }
    let id = random.pick(ids)
    if random.oneIn(4) { return node.context.object(with: id) }
    return try node.context.found(id)
  }

  private func insert(_ node: ContextTreeNode) throws {
    let entity = random.pick(model.entities).name
    let object = try node.context.insert(entity)
    note("\(node.name): insert \(entity) \(object.objectID.key)")
    ids.append(object.objectID)
    if random.bool() { try set(object, node) }
    for relationship in object.entity.relationships where !relationship.isOptional {
      try link(object, node, try live(), relationship)
    }
  }

  private func set(_ object: ManagedObject, _ node: ContextTreeNode) throws {
    let name = random.bool() ? "n" : "t"
    let number = random.below(6)
    let value: AttributeValue =
      number == 0 ? .null : name == "n" ? .int(Int64(number)) : .string("t\(number)")
    note("\(node.name): set \(object.objectID.key).\(name) to \(value)")
    try object.setValue(value, forKey: name)
  }

  /// Swaps the texts of two objects, which may have to be unique.
  private func swap(
    _ object: ManagedObject, _ node: ContextTreeNode, _ live: [ManagedObjectID]
  ) throws {
    guard let other = try self.object(node, among: live) else { return }
    note("\(node.name): swap \(object.objectID.key).t and \(other.objectID.key).t")
    let (mine, theirs): (AttributeValue, AttributeValue) = (
      try object.value(forKey: "t"), try other.value(forKey: "t")
    )
    try object.setValue(theirs, forKey: "t")
    try other.setValue(mine, forKey: "t")
  }

  private func link(
    _ object: ManagedObject, _ node: ContextTreeNode, _ live: [ManagedObjectID],
    _ chosen: RelationshipDescription? = nil
  ) throws {
    let relationships = object.entity.relationships
    guard let relationship = chosen ?? (relationships.isEmpty ? nil : random.pick(relationships))
    else { return }
    let name = relationship.name
    let fitting = live.filter { model.entity($0.entityName, isKindOf: relationship.destination) }
    let (key, words) = (object.objectID.key, "\(node.name): ")
    guard relationship.isToMany else {
      let other = chosen == nil && random.oneIn(4) ? nil : try self.object(node, among: fitting)
      note(words + "set \(key).\(name) to \(other.map { "\($0.objectID.key)" } ?? "nothing")")
      return try object.setValue(other, forKey: name)
    }
    switch random.below(6) {
    case 0:
      var members: [ManagedObject] = []
      for _ in 0..<random.below(4) {
        if let member = try self.object(node, among: fitting) { members.append(member) }
      }
      note(words + "set \(key).\(name) to \(members.map(\.objectID.key))")
      try object.setValue(members, forKey: name)
    case 1, 2:
      guard let member = try self.object(node, among: fitting) else { return }
      note(words + "remove \(member.objectID.key) from \(key).\(name)")
      try object.remove(member, from: name)
    default:
      guard let member = try self.object(node, among: fitting) else { return }
      let position = relationship.arity == .ordered && random.bool() ? random.below(4) : nil
      note(
        words + "insert \(member.objectID.key) into \(key).\(name)"
          + (position.map { " at \($0)" } ?? ""))
      try object.insert(member, into: name, at: position)
    }
  }
}
