import Armature
import ArmatureModel
@testable import TestSupport
import Testing

/// A batch has the same effect as fetching, changing and saving objects.
@Suite(.needsSQLite) struct BatchLawTests {
  /// Entities linked with every delete rule, sometimes with rules across attributes, derived attributes, and
  /// relationships without an inverse.
  private static func model(
    _ random: inout some RandomNumberGenerator
  ) throws -> ManagedObjectModel {
    var entities = try ContextTreeModel.make(&random).declarations
    func add(_ property: PropertyDescription) {
      entities[random.below(3)].ownProperties.append(property)
    }
    if random.oneIn(3) {
      add(
        .relationship(
          RelationshipDescription(
            "one", to: random.pick(["A", "B"]), random.pick([.toOne, .toMany]))
        ))
    }
    if random.oneIn(4) {
      add(
        .attribute(
          AttributeDescription(
            "sum", .int64, isOptional: true,
            derivation: .arithmetic(.keyPath(["n"]), .multiply, 2))))
    }
    if random.oneIn(4), let link = entities[0].ownProperties.compactMap(\.asRelationship).first {
      entities[0].ownProperties.append(
        .attribute(
          AttributeDescription(
            "others", .int64, isOptional: true,
            derivation: link.isToMany
              ? .aggregate(.count, of: .keyPath(FetchPath([link.name])))
              : .keyPath([link.name, "n"]))))
    }
    if random.oneIn(4) {
      let index = random.below(3)
      entities[index].rules.append(
        ValidationRule(.predicate(name: "small", DynamicQuery().n != 3 || DynamicQuery().t != "a")))
    }
    if random.oneIn(3) {
      let index = random.below(3)
      entities[index].ownProperties[0] = .attribute(
        AttributeDescription("n", .int64, isOptional: random.bool(), rules: [.range(0...4)]))
    }
    return try ManagedObjectModel("Batches", entities: entities)
  }

  /// Saves some objects one by one; rejected ones are dropped.
  private static func stock(_ container: PersistentContainer, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let context = container.makeContext()
    context.retainsRegisteredObjects = true
    for _ in 0..<14 {
      let object = try context.insert(random.pick(container.model.entities).name)
      try object.setValue(random.below(5), forKey: "n")
      try object.setValue(random.pick(["a", "b", "c", "d", "e"]), forKey: "t")
      for relationship in object.entity.relationships {
        let others = context.objects(of: relationship.destination)
        if others.isEmpty || relationship.isOptional && random.oneIn(2) { continue }
        let other = random.pick(others)
        if relationship.isToMany {
          try object.setValue([other], forKey: relationship.name)
        } else {
          try object.setValue(other, forKey: relationship.name)
        }
      }
      do { try context.save() } catch { context.rollback() }
    }
  }

  /// The stored state after a batch, the changed rows, and the batch's result.
  private struct Outcome {
    let told: String
    let picture: StorePicture
    let changed: Set<Int64>
    /// The objects with their properties changed by the last save.
    let history: Set<String>?

    init(
      _ store: AnyStore, _ seed: UInt64, keepsHistory: Bool,
      _ body: (ManagedObjectContext) -> String
    ) throws {
      try BatchLawTests.stock(store.container, seed)
      let former = try store.versions()
      let token = try store.container.currentHistoryToken()
      store.statements.removeAll()
      let context = store.container.makeContext()
      context.transactionAuthor = "batch"
      told = body(context)
      let versions = try store.versions()
      changed = Set(versions.filter { former[$0.key] != $0.value }.keys)
      picture = try StorePicture(store.container)
      guard keepsHistory else {
        history = nil
        return
      }
      let saves = try store.container.history(since: token, author: "batch")
      #expect(saves.count <= 1)
      var words: Set<String> = []
      for change in saves.flatMap(\.changes) {
        let entity = store.container.model[change.objectID.entityName]
        let names = change.updatedProperties.filter {
          entity?.property(named: $0)?.asRelationship?.isToMany != true
        }
        if change.kind == .update, names.isEmpty { continue }
        words.insert("\(change.kind) \(change.objectID.key) \(names.sorted())")
      }
      history = words
    }
  }

  @Test(arguments: 0..<8) func `every store ends as it does by objects`(block: Int) throws {
    var counts: [String: Int] = [:]
    for number in 0..<25 {
      let seed = UInt64(block * 25 + number)
      var random = SplitMix64(seed: seed)
      let model = try Self.model(&random)
      let batch = RandomBatch(model, &random)
      let wanted = try Outcome(
        AnyStore(.memory, model, keepsHistory: true), seed, keepsHistory: true,
        batch.executeByObjects)
      // Creating the tables of a model takes a server some time.
      for kind in StoreKind.allCases where kind != .postgresql || number.isMultiple(of: 5) {
        let keepsHistory = kind != .json && seed % 2 == 0
        let store = try AnyStore(kind, model, keepsHistory: keepsHistory)
        let found = try Outcome(store, seed, keepsHistory: keepsHistory, batch.execute)
        let comment: Comment =
          "seed \(seed), \(kind.rawValue): \(batch)\n\(model.lines.joined(separator: "\n"))"
        #expect(found.told == wanted.told, comment)
        #expect(found.picture == wanted.picture, comment)
        #expect(found.changed == wanted.changed, comment)
        if let history = found.history { #expect(history == wanted.history, comment) }
        if StoreKind.inSQL.contains(kind) {
          let word = batch.values == nil ? "DELETE FROM" : "UPDATE"
          let isOne = store.statements.starting(with: word).contains { $0.contains("AS \"t0\"") }
          // The samples on a server are too few to count updates and deletions separately.
          counts[
            "\(kind)\(kind == .sqlite ? " \(word)" : "") \(isOne ? "in SQL" : "by objects")",
            default: 0] += 1
        }
      }
      counts[String(wanted.told.prefix(7)), default: 0] += 1
    }
    var events = [
      "sqlite UPDATE in SQL", "sqlite UPDATE by objects", "sqlite DELETE FROM in SQL",
      "sqlite DELETE FROM by objects", "refused", "changes",
    ]
    if StoreKind.inSQL.contains(.postgresql) {
      events += ["postgresql in SQL", "postgresql by objects"]
    }
    for event in events { #expect(counts[event] ?? 0 > 0, "\(event) in \(counts)") }
  }
}
