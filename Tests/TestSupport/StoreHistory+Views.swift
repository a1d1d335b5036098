import Armature
import ArmatureModel

extension StoreHistory {
  /// Returns the committed values of an object; `nil` if the context has read none.
  func base(_ object: ManagedObject) -> [String: AttributeValue]? {
    var values = object.committedValues()
    if values.isEmpty { return nil }
    for name in ["chapters", "tags", "books"] { values[name] = nil }
    // A book deleted by another context reads as nil.
    if let book = StoreHistoryRows.key(values["book"]), saved.rows[book] == nil {
      values["book"] = nil
    }
    return values.filter { !$0.value.isNull }
  }

  /// Discards edits of objects that a context has lost, which another context must have deleted, and edits that another
  /// context has made as well.
  func forgetWhatIsGone() {
    for index in sides.indices {
      let side = sides[index]
      // A pair that another context has added or removed as well stays a change until the context reads it.
      sides[index].pending.open.formUnion(side.pending.shared(with: saved.pairs))
      for (key, values) in side.pending.edits where side.pending.inserted[key] == nil {
        guard let object = side.context.registeredObject(for: id(key, side.pending)),
          object.managedObjectContext != nil
        else {
          if saved.rows[key] == nil { sides[index].pending.forget(key) }
          continue
        }
        let base = object.committedValues()
        if base.isEmpty { continue }
        var changed = values.filter { base[$0.key] ?? .null != $0.value }
        // A chapter that others move to another book is not cut off by the deletion of the one that it had.
        if let cut = side.pending.cut[key], changed["book"] == .null,
          StoreHistoryRows.key(base["book"]) != cut
        {
          changed["book"] = nil
        }
        sides[index].pending.edits[key] = changed.isEmpty ? nil : changed
      }
    }
  }

  /// Returns all changes of a context as lines.
  ///
  /// Reading can reveal other deletions, so it is done twice.
  func view(_ side: StoreHistorySide) -> String {
    _ = lines(of: side)
    return lines(of: side)
  }

  private func lines(of side: StoreHistorySide) -> String {
    let context = side.context
    func ids(_ objects: [ManagedObject]) -> String { "\(objects.map(\.objectID.key).sorted())" }
    var lines = [
      ids(context.insertedObjects), ids(context.updatedObjects), ids(context.deletedObjects),
    ]
    for object in context.insertedObjects + context.updatedObjects {
      let own = object.objectID.key
      let values = object.changedValues.sorted { $0.key < $1.key }.compactMap { key, value in
        guard case .objects(let ids) = value, key != "chapters" else { return "\(key): \(value)" }
        // A child may make the parent read the list again; the other members are not changes.
        var changes = Set(ids)
        if case .objects(let former) = object.committedValues(forKeys: [key])[key] {
          changes.formSymmetricDifference(former)
        }
        // Others may have made the same change. Then it depends on which lists have been read again.
        let shared = side.pending.shared(with: saved.pairs).filter { $0.contains(own) }
        let ends = Set(shared.flatMap { [$0.book, $0.tag] })
        let keys = changes.map(\.key).filter { !ends.contains($0) }.sorted()
        return keys.isEmpty ? nil : "\(key) changes by \(keys)"
      }
      lines.append("\(own) \(values)")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the problem with a context's view after it has read everything again.
  func viewProblem(_ index: Int) -> String? {
    forgetWhatIsGone()
    return problem(of: sides[index].context, sides[index].pending, sides[index].name)
  }

  /// Returns the difference between a context and the saved rows with its changes.
  func problem(
    of context: ManagedObjectContext, _ pending: StoreHistoryPending, _ name: String
  ) -> String? {
    do {
      for (key, row) in saved.rows.sorted(by: { $0.key < $1.key })
      where pending.deleted[key] == nil {
        let object = try context.existingObject(with: saved.id(key, container))
        var wanted = row.values
        for (name, value) in pending.edits[key] ?? [:] { wanted[name] = value }
        for property in ["n", "t"] + (row.entity == "Chapter" ? ["book"] : []) {
          var value = wanted[property] ?? .null
          // Objects deleted by this context read as nil.
          if let target = StoreHistoryRows.key(value), pending.deleted[target] != nil {
            value = .null
          }
          // Objects deleted by another context exist until the context learns of it.
          if let target = StoreHistoryRows.key(value), saved.rows[target] == nil,
            pending.inserted[target] == nil
          {
            continue
          }
          let found = try object.value(forKey: property)
          if let target = StoreHistoryRows.key(value), returned.contains(target) { continue }
          if found != value {
            return "\(name): \(key).\(property) is \(found), and must be \(value)"
          }
        }
        if let problem = try linkProblem(object, pending, name) { return problem }
      }
      return nil
    } catch {
      return "\(name) throws \(error)"
    }
  }

  /// Returns differences in an object's lists, and links that do not lead back.
  private func linkProblem(
    _ object: ManagedObject, _ pending: StoreHistoryPending, _ name: String
  ) throws -> String? {
    let key = object.objectID.key
    for relationship in object.entity.relationships {
      let found = try object.objectIDs(forRelationshipNamed: relationship.name)
      // Changes here can disagree with other saves until they are saved.
      for id in pending == StoreHistoryPending() ? found : [] {
        guard let inverse = relationship.inverse,
          let other = try object.managedObjectContext?.existingObject(with: id),
          try other.objectIDs(forRelationshipNamed: inverse).contains(object.objectID)
        else {
          return "\(name): \(key).\(relationship.name) leads to \(id), which does not lead back"
        }
      }
      guard relationship.name == "tags" else { continue }
      // Objects deleted by another context exist until the context learns of it.
      func isFixed(_ key: Int64) -> Bool {
        (saved.rows[key] != nil || pending.inserted[key] != nil) && !returned.contains(key)
      }
      let wanted = saved.pairs.union(pending.added).subtracting(pending.removed)
        .filter { $0.book == key && pending.deleted[$0.tag] == nil && !pending.open.contains($0) }
        .map(\.tag).filter(isFixed)
      let tags = found.map(\.key).filter { tag in
        !pending.open.contains(StoreHistoryPair(book: key, tag: tag)) && isFixed(tag)
      }
      if Set(tags) != Set(wanted) {
        return "\(name): the tags of \(key) are \(tags.sorted()), and must be \(wanted.sorted())"
      }
    }
    return nil
  }

  /// Returns the problem with the store, in a new context's view.
  func storeProblem(_ other: PersistentContainer? = nil) -> String? {
    let context = (other ?? container).makeContext()
    do {
      let keys = try ["Book", "Chapter", "Tag"].flatMap { try context.fetch($0) }
        .map(\.objectID.key)
      if keys.sorted() != saved.rows.keys.sorted() {
        return "the store has \(keys.sorted()), and must have \(saved.rows.keys.sorted())"
      }
    } catch {
      return "the store throws \(error)"
    }
    return problem(of: context, StoreHistoryPending(), "the store")
  }
}
