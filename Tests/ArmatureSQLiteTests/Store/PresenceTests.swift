import Armature
import TestSupport
import Testing

/// A relationship has a value if its target exists: for validation, reads, conditions and stores.
@Suite struct PresenceTests {
  private static func items() throws -> ManagedObjectModel {
    try ManagedObjectModel("Items") {
      Entity("Item") {
        Attribute("name", String?.self)
        Relationship("badges", to: "Badge", .toMany, inverse: "item", onDelete: .cascade)
        Relationship("label", to: "Label")
        Relationship("labels", to: "Label", .toMany)
      }
      Entity("Badge") {
        Attribute("no", Int?.self)
        Relationship("item", to: "Item", inverse: "badges").required()
      }
      Entity("Label") { Attribute("word", String?.self) }
    }
  }

  private let model: ManagedObjectModel

  init() throws { model = try Self.items() }

  private func same(_ object: ManagedObject, in context: ManagedObjectContext) throws
    -> ManagedObject
  {
    try context.existingObject(with: object.objectID)
  }

  /// Returns a context that deletes an item after another context has added a badge to it. The context then changes
  /// another item.
  private func contextWithLateCascade(
    _ store: AnyStore
  ) throws -> (
    context: ManagedObjectContext, rest: ManagedObject, item: ManagedObject, badge: ManagedObject
  ) {
    let (context, other) = (store.container.makeContext(), store.container.makeContext())
    let (item, rest) = (try context.insert("Item"), try context.insert("Item"))
    try context.save()
    _ = try item.objectIDs(forRelationshipNamed: "badges")
    let badge = try other.insert("Badge")
    badge.item = try same(item, in: other)
    try other.save()
    context.recordsUndo = true
    try context.delete(item)
    rest.name = "changed"
    return (context, rest, item, badge)
  }

  @Test(arguments: StoreKind.allCases)
  func `what a save has deleted for a deletion comes back with that alone`(kind: StoreKind) throws {
    let store = try AnyStore(kind, model)
    let (context, rest, item, badge) = try contextWithLateCascade(store)
    try context.save()
    #expect(try store.container.makeContext().count("Badge") == 0)
    context.undo()
    #expect(rest["name"] == nil && context.insertedObjects.isEmpty)
    try context.save()
    #expect(try store.container.verify().isEmpty)
    context.undo()
    #expect(context.insertedObjects.map(\.entity.name).sorted() == ["Badge", "Item"])
    #expect(context.validate().isEmpty)
    try context.save()
    #expect(try store.container.verify().isEmpty)
    let fresh = store.container.makeContext()
    #expect(
      try same(badge, in: fresh).objectIDs(forRelationshipNamed: "item") == [item.objectID])
    context.redo()
    try context.save()
    context.redo()
    #expect(rest["name"] == "changed")
    try context.save()
    #expect(try store.container.makeContext().count("Badge") == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `what a save deletes for a deletion leaves the steps that can be redone`(
    kind: StoreKind
  ) throws {
    let store = try AnyStore(kind, model)
    let (context, rest, _, _) = try contextWithLateCascade(store)
    context.undo()
    try context.save()
    #expect(context.canRedo)
    context.redo()
    #expect(rest["name"] == "changed")
    context.undo()
    context.undo()
    #expect(context.insertedObjects.count == 2 && context.validate().isEmpty)
    try context.save()
    #expect(try store.container.verify().isEmpty)
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `an object comes back with what it requires, or not at all`(
    kind: StoreKind, isDeletedHere: Bool
  ) throws {
    for policy in [MergePolicy.objectTrumps, .overwrite] {
      try comeBack(kind, policy, isDeletedHere)
    }
  }

  private func comeBack(_ kind: StoreKind, _ policy: MergePolicy, _ isDeletedHere: Bool) throws {
    let store = try AnyStore(kind, model)
    let (context, other) = (store.container.makeContext(), store.container.makeContext())
    other.mergePolicy = policy
    let item = try context.insert("Item")
    try context.save()
    let theirs = try same(item, in: other)
    if isDeletedHere { try other.delete(theirs) }
    let badge = try context.insert("Badge")
    badge.item = item
    try context.save()
    let mine = try same(badge, in: other)
    mine.no = 5
    try context.delete(item)
    try context.save()
    #expect(throws: ValidationReport.self) { try other.save() }
    #expect(!mine.isValid && mine["no"] == 5)
    #expect(try store.container.makeContext().count("Badge") == 0)
    #expect(try store.container.verify().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a link to a deleted object that nothing requires is none`(kind: StoreKind) throws {
    let store = try AnyStore(kind, model)
    let context = store.container.makeContext()
    let (item, label) = (try context.insert("Item"), try context.insert("Label"))
    let kept = try context.insert("Label")
    item.label = label
    item.labels = [label, kept]
    try context.save()
    try context.delete(label)
    #expect(item["label"] == nil && item.isValid)
    #expect(try item.objectIDs(forRelationshipNamed: "labels") == [kept.objectID])
    #expect(item.memberCount(of: "labels") == 1)
    #expect(try context.count("Item") { $0.label == nil } == 1)
    #expect(try context.fetch("Item", where: FetchPredicate("label.word == nil")).count == 1)
    #expect(try context.fetch("Item", where: FetchPredicate("label != nil")).isEmpty)
    #expect(try context.fetch("Item", where: FetchPredicate("labels.@count == 1")).count == 1)
    item.name = "with"
    try context.save()
    item.name = "after"
    try context.save()
    let fresh = store.container.makeContext()
    let stored = try same(item, in: fresh)
    #expect(stored["name"] == "after" && stored["label"] == nil)
    #expect(try stored.objectIDs(forRelationshipNamed: "labels") == [kept.objectID])
    for context in [context, fresh] {
      #expect(try context.count("Item") { $0.label == nil } == 1)
      #expect(try context.fetch("Item", where: FetchPredicate("label != nil")).isEmpty)
      #expect(try context.fetch("Item", where: FetchPredicate("labels.@count == 1")).count == 1)
    }
    stored.name = "once more"
    try fresh.save()
    #expect(try store.container.verify().isValid)
  }

  // MARK: Random saves

  /// Returns the failure if a transaction sets a required property to nil.
  private func problem(of transaction: StoreTransaction) -> String? {
    for change in transaction.changes where change.kind != .delete {
      guard let entity = model[change.id.entityName] else { continue }
      for (position, property) in entity.persistentProperties.enumerated() {
        guard let relationship = property.asRelationship, !relationship.isOptional,
          !relationship.isToMany
        else { continue }
        let value = change.values.first { $0.property == position }?.value
        if value?.isNull ?? (change.kind == .insert) {
          return "\(change.kind) of \(change.id) without \(property.name)"
        }
      }
    }
    return nil
  }

  /// With several contexts, policies, undo and a child context, every saved object has its required values.
  @Test(arguments: StoreKind.allCases)
  func `no transaction lacks what is required`(kind: StoreKind) throws {
    let base = try AnyStore(kind, model)
    let store = CountingStore(base.container.store)
    let container = try PersistentContainer(model: model, store: store)
    let seeds: Range<UInt64> = kind == .postgresql ? 0..<6 : 0..<40
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let parent = container.makeContext()
      let contexts = [container.makeContext(), container.makeContext(), parent.makeChild()]
      for context in contexts {
        context.recordsUndo = random.below(3) > 0
        let policies = MergePolicy.all(keeping: "no")
        context.mergePolicy = policies[random.below(policies.count)].policy
      }
      for step in 0..<60 {
        let context = contexts[random.below(contexts.count)]
        // Objects deleted by other contexts cannot be changed.
        do { try edit(context, &random) } catch is ManagedObjectError {}
        guard random.below(4) == 0 else { continue }
        let invalid = (context.insertedObjects + context.updatedObjects).filter { !$0.isValid }
        do {
          try context.save()
          let left = invalid.filter { $0.managedObjectContext != nil && !$0.isDeleted }
          let allAreValid = left.allSatisfy(\.isValid)
          #expect(allAreValid, "seed \(seed), step \(step)")
          if context === contexts[2] { try parent.save() }
        } catch is ValidationReport {
          if random.below(2) == 0 { context.rollback() }
        } catch is MergeConflicts {
          if random.below(2) == 0 { context.rollback() } else { try context.refreshAll() }
        }
        let problem = store.lastTransaction.flatMap(problem)
        #expect(problem == nil, "seed \(seed), step \(step)")
        if problem != nil { return }
      }
    }
  }

  private func edit(_ context: ManagedObjectContext, _ random: inout SplitMix64) throws {
    let items = try context.fetch("Item")
    let badges = try context.fetch("Badge")
    let item = items.isEmpty ? nil : items[random.below(items.count)]
    let badge = badges.isEmpty ? nil : badges[random.below(badges.count)]
    switch random.below(12) {
    case 0: try context.insert("Item")
    case 1, 2: try context.insert("Badge").item = item
    case 3: badge?.no = Int(random.below(100))
    case 4: item?.name = "\(random.below(100))"
    case 5: badge?.item = random.below(4) == 0 ? nil : item
    case 6: if let badge { try context.delete(badge) }
    case 7: if let item { try context.delete(item) }
    case 8, 9: context.undo()
    case 10: context.redo()
    default: _ = try item?.objectIDs(forRelationshipNamed: "badges")
    }
  }
}
