import Armature

extension StoreProbe {
  /// Makes random edits in several contexts of a container, and checks the result in a new context.
  func checkContexts(seed: UInt64, count: Int) {
    do {
      let contexts = (0..<3).map { _ in container.makeContext() }
      var edits = RandomEdits(seed: seed, samples)
      for number in 1...max(1, count) {
        let context = contexts[edits.below(contexts.count)]
        let action = "Seed \(seed), save \(number) of a context"
        guard edit(context, action, &edits), compare(container.makeContext(), action) else {
          return
        }
        if number > 5, edits.oneIn(3) {
          let pair = (contexts[number % 3], contexts[(number + 1) % 3])
          guard try race(pair, "Seed \(seed), race \(number)", &edits),
            compare(container.makeContext(), "Seed \(seed), race \(number)")
          else { return }
        }
      }
      adoptVersions()
      compare("Contexts have saved random edits.")
    } catch {
      note(.opening, "Contexts of a container use the store.", must: "they can", is: "\(error)")
    }
  }

  /// Makes some edits in a context after refreshing it, and saves them.
  private func edit(
    _ context: ManagedObjectContext, _ action: String, _ edits: inout RandomEdits
  ) -> Bool {
    var steps: [String] = []
    do {
      try context.refreshAll()
      var next = rows
      for _ in 0...edits.below(4) {
        steps.append(
          edits.edit(&next) { entity in
            (try? context.insert(entity).objectID.key) ?? self.key()
          })
      }
      try apply(next, context)
      try context.save()
      rows = next
      return true
    } catch {
      note(
        .commit, "\(action): \(steps.joined(separator: ", ")).", must: "it is saved",
        is: "it throws \(error)")
      return false
    }
  }

  /// Applies the differences between the current rows and the new ones to the objects of a context.
  private func apply(_ next: PlainRows, _ context: ManagedObjectContext) throws {
    for key in next.objects.keys.sorted() {
      guard let wanted = next.objects[key], wanted != rows.objects[key],
        let entity = next.entity(of: key)
      else { continue }
      let object = try context.existingObject(with: next.id(key))
      for property in entity.persistentProperties {
        let name = property.name
        guard let relationship = property.asRelationship else {
          if wanted.values[name] != rows.objects[key]?.values[name] {
            try object.setValue(wanted.values[name] ?? .null, forKey: name)
          }
          continue
        }
        if next.list(key, name) == rows.list(key, name) { continue }
        let ends = try next.list(key, name).map { try context.existingObject(with: next.id($0)) }
        if relationship.isToMany {
          try object.setValue(ends, forKey: name)
        } else {
          try object.setValue(ends.first, forKey: name)
        }
      }
    }
    for key in rows.objects.keys.sorted() where next.objects[key] == nil {
      try context.delete(context.existingObject(with: rows.id(key)))
    }
    // Objects that were inserted and deleted within one save never existed.
    for object in context.insertedObjects where next.objects[object.objectID.key] == nil {
      try context.delete(object)
    }
  }

  /// Changes one object in two contexts at the same time: one value and one list.
  private func race(
    _ pair: (ManagedObjectContext, ManagedObjectContext), _ action: String,
    _ edits: inout RandomEdits
  ) throws -> Bool {
    guard let key = edits.key(in: rows, ofKind: "Author"),
      let friend = edits.key(in: rows, ofKind: "Reader"),
      let other = edits.key(in: rows, ofKind: "Author")
    else { return true }
    let objects = try [pair.0, pair.1].map { context in
      try context.refreshAll()
      let object = try context.existingObject(with: rows.id(key))
      _ = try object.value(forKey: "rank")
      return object
    }
    let added = try [friend, other].enumerated().map { index, key in
      try [pair.0, pair.1][index].existingObject(with: rows.id(key))
    }
    let value = Int64(edits.below(1_000_000))
    try objects[0].setValue(AttributeValue.int(-1 - value), forKey: "rank")
    try objects[0].insert(added[0], into: "friends")
    try pair.0.save()
    try objects[1].insert(added[1], into: "friends")
    do {
      try pair.1.save()
    } catch {
      note(
        .lists, "\(action): another context has changed \(rows.id(key)), which gets friends.",
        must: "they are saved", is: "it throws \(error)")
      return false
    }
    rows.add(key, "friends", friend)
    rows.add(key, "friends", other)
    try objects[1].setValue(AttributeValue.int(-2 - value), forKey: "rank")
    let what = "\(action): a context saves \(rows.id(key)).rank, which another has just saved."
    do {
      try pair.1.save()
      note(.conflict, what, must: "it throws MergeConflicts", is: "it is saved")
      return false
    } catch let error as MergeConflicts {
      expect(.conflict, what, [key]) { error.conflicts.map(\.id.key) }
    }
    try pair.1.refresh(objects[1])
    try pair.1.save()
    rows.set(key, "rank", .int(-2 - value))
    return true
  }

  /// Compares the objects of a context with the expected rows.
  private func compare(_ context: ManagedObjectContext, _ action: String) -> Bool {
    let former = findings.count
    for entity in model.entities where !entity.isAbstract {
      let keys = rows.keys(ofKind: entity.name)
      let what = "\(action). All objects of \(entity.name) are fetched in another context."
      expect(.fetch, what, keys) { try context.fetch(entity.name).map(\.objectID.key) }
      for key in rows.keys(of: entity.name) {
        guard let object = context.object(with: rows.id(key)) else { continue }
        compare(object, entity, "\(action). \(rows.id(key)) is read in another context.")
      }
    }
    return findings.count == former
  }

  private func compare(_ object: ManagedObject, _ entity: EntityDescription, _ action: String) {
    let key = object.objectID.key
    for property in entity.persistentProperties {
      let name = property.name
      guard let relationship = property.asRelationship else {
        expect(.values, "\(action) \(name)", rows.objects[key]?.values[name] ?? .null) {
          try object.value(forKey: name)
        }
        continue
      }
      let isOrdered = relationship.arity == .ordered
      let expected = rows.list(key, name)
      expect(
        isOrdered ? .linkOrder : relationship.isToMany ? .links : .values, "\(action) \(name)",
        isOrdered ? expected : expected.sorted()
      ) {
        let found = try object.objectIDs(forRelationshipNamed: name).map(\.key)
        return isOrdered ? found : found.sorted()
      }
    }
  }
}
