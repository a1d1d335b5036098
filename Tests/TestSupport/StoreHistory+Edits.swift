import Armature
import ArmatureModel

extension StoreHistory {
  /// Makes a change in a context, to a given object or a random one, and records it.
  func edit(
    _ context: ManagedObjectContext, _ pending: inout StoreHistoryPending, _ name: String,
    of chosen: Int64? = nil
  ) throws -> String? {
    let choice = random.below(16)
    let keys = keys(pending)
    if chosen == nil, keys.count < 3 || choice < (keys.count < 8 ? 3 : 1) {
      return try insert(context, &pending, name)
    }
    // Few objects, so that both contexts change the same ones.
    let key = chosen ?? random.pick(Array(keys.prefix(5)))
    if pending.deleted[key] != nil { return nil }
    // Another context may have deleted it; a context that knows it can still use it.
    guard let object = try? context.existingObject(with: id(key, pending)),
      object.managedObjectContext === context
    else { return nil }
    do {
      switch choice {
      case 3: return try delete(object, context, &pending, name)
      case 4...7: return try set(object, &pending, name)
      default: return try link(object, context, &pending, name)
      }
    } catch let error as ManagedObjectError {
      // Another context has deleted an object, so nothing was changed.
      return entities.keys.contains { saved.rows[$0] == nil } ? nil : "an edit throws \(error)"
    }
  }

  /// Returns the keys of the objects that a context may know.
  private func keys(_ pending: StoreHistoryPending) -> [Int64] {
    Set(saved.rows.keys).union(pending.inserted.keys).union(pending.edits.keys)
      .subtracting(pending.deleted.keys).sorted()
  }

  func id(_ key: Int64, _ pending: StoreHistoryPending) -> ManagedObjectID {
    ManagedObjectID(
      entityName: pending.inserted[key] ?? saved.rows[key]?.entity ?? entities[key] ?? "Book",
      key: key, storeID: container.store.identifier)
  }

  private func insert(
    _ context: ManagedObjectContext, _ pending: inout StoreHistoryPending, _ name: String
  ) throws -> String? {
    let entity = random.pick(["Book", "Novel", "Chapter", "Chapter", "Tag"])
    let object = try context.insert(entity)
    let key = object.objectID.key
    note("\(name): insert \(entity) \(key)")
    if let former = entities[key] { return "\(key) is the key of a \(former) already" }
    entities[key] = entity
    pending.inserted[key] = entity
    pending.edits[key] = [:]
    return try set(object, &pending, name)
  }

  /// Sets the number to an unused one and sometimes the text.
  private func set(
    _ object: ManagedObject, _ pending: inout StoreHistoryPending, _ name: String
  ) throws -> String? {
    try stamp(object, &pending)
    guard random.bool() else {
      note("\(name): set \(object.objectID.key).n")
      return nil
    }
    var text = AttributeValue.string("t\(nextStamp())")
    if object.entity.name == "Tag", random.oneIn(4) {
      // Another tag's text is rejected.
      let texts = saved.rows.values.filter { $0.entity == "Tag" }.compactMap { $0.values["t"] }
      if !texts.isEmpty { text = random.pick(texts.sorted { "\($0)" < "\($1)" }) }
    }
    note("\(name): set \(object.objectID.key).n and .t to \(text)")
    return try write(object, "t", text, &pending)
  }

  private func stamp(_ object: ManagedObject, _ pending: inout StoreHistoryPending) throws {
    _ = try write(object, "n", .int(nextStamp()), &pending)
  }

  private func write(
    _ object: ManagedObject, _ key: String, _ value: AttributeValue,
    _ pending: inout StoreHistoryPending
  ) throws -> String? {
    try object.setValue(value, forKey: key)
    pending.edits[object.objectID.key, default: [:]][key] = value
    return try object.value(forKey: key) == value
      ? nil : "\(object.objectID).\(key) is not \(value)"
  }

  private func delete(
    _ object: ManagedObject, _ context: ManagedObjectContext,
    _ pending: inout StoreHistoryPending, _ name: String
  ) throws -> String? {
    let key = object.objectID.key
    note("\(name): delete \(key)")
    if object.entity.relationships.contains(where: { $0.name == "chapters" }) {
      for chapter in try object.objectIDs(forRelationshipNamed: "chapters") {
        // A chapter that was deleted by another context, or read in another book, loses nothing.
        guard let chapterObject = context.object(with: chapter),
          try chapterObject.value(forKey: "book") == .object(object.objectID)
        else { continue }
        pending.edits[chapter.key, default: [:]]["book"] = .null
        let saved = chapterObject.committedValues(forKeys: ["book"])["book"]
        pending.cut[chapter.key] = StoreHistoryRows.key(saved) == key ? key : nil
      }
    }
    let base = base(object)
    try context.delete(object)
    pending.forget(key)
    if pending.inserted[key] == nil { pending.deleted[key] = base ?? [:] }
    pending.inserted[key] = nil
    return nil
  }

  private func link(
    _ object: ManagedObject, _ context: ManagedObjectContext,
    _ pending: inout StoreHistoryPending, _ name: String
  ) throws -> String? {
    let isChapter = object.entity.name == "Chapter"
    let wanted = isChapter || object.entity.name == "Tag" ? ["Book", "Novel"] : ["Tag", "Chapter"]
    let others = keys(pending).filter { wanted.contains(entities[$0] ?? "") }
    guard !others.isEmpty,
      let other = try? context.existingObject(with: id(random.pick(others), pending)),
      other.managedObjectContext === context
    else { return nil }
    if isChapter { return try place(object, other, &pending, name) }
    if other.entity.name == "Chapter" { return try place(other, object, &pending, name) }
    let isTag = object.entity.name == "Tag"
    return try pair(isTag ? other : object, isTag ? object : other, &pending, name)
  }

  /// Adds a chapter to a book or removes it, from either side.
  private func place(
    _ chapter: ManagedObject, _ book: ManagedObject, _ pending: inout StoreHistoryPending,
    _ name: String
  ) throws -> String? {
    let (key, target) = (chapter.objectID.key, book.objectID.key)
    try stamp(chapter, &pending)
    var value = AttributeValue.object(book.objectID)
    switch random.below(5) {
    case 0:
      note("\(name): \(key).book = nil")
      try chapter.setValue(AttributeValue.null, forKey: "book")
      value = .null
    case 1, 2:
      note("\(name): \(key).book = \(target)")
      try chapter.setValue(value, forKey: "book")
    default:
      let position = random.below(3)
      note("\(name): insert \(key) into \(target).chapters at \(position)")
      let count = book.memberCount(of: "chapters")
      try book.insert(chapter, into: "chapters", at: position < count ? position : nil)
    }
    pending.edits[key, default: [:]]["book"] = value
    return nil
  }

  /// Adds a tag to a book or removes it, from either side.
  private func pair(
    _ book: ManagedObject, _ tag: ManagedObject, _ pending: inout StoreHistoryPending,
    _ name: String
  ) throws -> String? {
    let pair = StoreHistoryPair(book: book.objectID.key, tag: tag.objectID.key)
    // The values that a context has read decide whether anything changes; both sides may have been read at different
    // times.
    let removes = try book.objectIDs(forRelationshipNamed: "tags").contains(tag.objectID)
    let isOpen = try tag.objectIDs(forRelationshipNamed: "books").contains(book.objectID) != removes
    let isFromBook = random.bool()
    note("\(name): \(removes ? "remove" : "add") tag \(pair.tag) of \(pair.book)")
    if isOpen || pending.added.contains(pair) || pending.removed.contains(pair) {
      pending.open.insert(pair)
    }
    if removes {
      if isFromBook {
        try book.remove(tag, from: "tags")
      } else {
        try tag.remove(book, from: "books")
      }
      pending.added.remove(pair)
      pending.removed.insert(pair)
    } else {
      if isFromBook {
        try book.insert(tag, into: "tags")
      } else {
        try tag.insert(book, into: "books")
      }
      pending.removed.remove(pair)
      pending.added.insert(pair)
    }
    return nil
  }
}
