import Armature
import ArmatureModel

extension DeletionHistory {
  /// Inserts the initial objects of a history.
  func insertSome() throws {
    for _ in 0..<10 {
      for _ in 0..<(4 + random.below(5)) { insert() }
      for _ in 0..<10 { edit(others, "others") }
      if saveOthers() { return }
    }
  }

  private func insert() {
    let entity = random.pick(model.entities).name
    guard let object = try? others.insert(entity) else { return }
    note("others: insert \(entity) \(object.objectID.key)")
    ids.append(object.objectID)
    for relationship in object.entity.relationships where !relationship.isOptional {
      try? link(object, relationship, others, "others")
    }
  }

  /// Saves changes in another context and merges them.
  func change() throws {
    for _ in 0...random.below(4) {
      if random.oneIn(5) { insert() } else { edit(others, "others") }
    }
    let history = try container.currentHistoryToken()
    // When a parent rolls back, the saves of its child are lost.
    if saveOthers() { count("change") }
    try merge(since: history)
  }

  /// Saves or discards the changes of the other context.
  private func saveOthers() -> Bool {
    do {
      try others.save()
      note("others: save")
      return true
    } catch {
      note("others: roll back")
      others.rollback()
      return false
    }
  }

  /// Merges all other saves.
  func merge() throws { try merge(since: nil) }

  private func merge(since token: PersistentHistoryToken?) throws {
    // A refresh reads the changes of a parent.
    if parent != nil {
      note("here: refresh all")
      try here.refreshAll()
      return
    }
    if here.mergesChangesAutomatically, random.bool() {
      note("here: merge")
      _ = try here.count("A")
      return
    }
    if let token, random.bool(), let history = try? container.history(since: token) {
      note("here: merge the history")
      try here.mergeChanges(from: history)
      return
    }
    note("here: refresh all")
    try here.refreshAll()
  }

  /// Makes a change in a context; an impossible change throws an error.
  func edit(_ context: ManagedObjectContext, _ name: String) {
    do {
      let known = try ids.filter { try context.found($0) != nil }
      guard let object = try pick(context, among: known) else { return }
      switch random.below(8) {
      case 0, 1:
        let property = random.bool() ? "n" : "t"
        let number = random.below(6)
        let value: AttributeValue =
          number == 0 ? .null : property == "n" ? .int(Int64(number)) : .string("t\(number)")
        note("\(name): set \(object.objectID.key).\(property) to \(value)")
        try object.setValue(value, forKey: property)
      case 2 where context === others:
        note("\(name): delete \(object.objectID.key)")
        try context.delete(object)
      default:
        guard !object.entity.relationships.isEmpty else { return }
        try link(object, random.pick(object.entity.relationships), context, name)
      }
    } catch {
      note("\(name): it is refused")
    }
  }

  private func link(
    _ object: ManagedObject, _ relationship: RelationshipDescription,
    _ context: ManagedObjectContext, _ name: String
  ) throws {
    let fitting = try ids.filter {
      try model.entity($0.entityName, isKindOf: relationship.destination)
        && context.found($0) != nil
    }
    let other = try pick(context, among: fitting)
    let (key, property) = (object.objectID.key, relationship.name)
    let end = other.map { "\($0.objectID.key)" } ?? "nothing"
    guard relationship.isToMany, let other else {
      if relationship.isToMany { return }
      let target = relationship.isOptional && random.oneIn(4) ? nil : other
      note("\(name): set \(key).\(property) to \(target == nil ? "nothing" : end)")
      return try object.setValue(target, forKey: property)
    }
    if random.oneIn(3) {
      note("\(name): remove \(end) from \(key).\(property)")
      try object.remove(other, from: property)
    } else {
      let position = relationship.arity == .ordered && random.bool() ? random.below(4) : nil
      note(
        "\(name): insert \(end) into \(key).\(property) at \(position.map(String.init) ?? "end")")
      try object.insert(other, into: property, at: position)
    }
  }
}
