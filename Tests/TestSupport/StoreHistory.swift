@_spi(Invariants) package import Armature
import ArmatureModel

/// Random histories of two contexts of one container that edit, save, refresh, undo and conflict, compared with
/// dictionaries of the expected state.
///
/// The result of a save is predicted from the rows in the dictionaries, the context's committed values, and the edits
/// of the history. A merge may depend on nothing else.
package final class StoreHistory<Random: RandomNumberGenerator> {
  package var random: Random
  let note: (String) -> Void
  let store: CountingStore
  /// Reopens the data; `nil` for data that exists in the store only.
  private let reopen: (() throws -> any PersistentStore)?
  let container: PersistentContainer
  var sides: [StoreHistorySide]
  /// The saved state.
  var saved = StoreHistoryRows()
  /// The counter that makes each new value unique.
  private var stamp: Int64 = 0
  /// The entities of all objects, including deleted ones.
  var entities: [Int64: String] = [:]
  /// Restored objects that another context had deleted; links read before do not lead to them yet.
  var returned: Set<Int64> = []
  /// The number of times that each event occurred.
  package var counts: [String: Int] = [:]

  /// Returns a model of books with ordered chapters, and tags; each has a number and a text.
  private static func model() throws -> ManagedObjectModel {
    func entity(_ name: String, parent: String? = nil, _ own: [PropertyDescription])
      -> EntityDescription
    {
      let values: [PropertyDescription] = [
        .attribute(AttributeDescription("n", .int64, isOptional: true)),
        .attribute(AttributeDescription("t", .string, isOptional: true)),
      ]
      return EntityDescription(
        name, parent: parent, properties: (parent == nil ? values : []) + own)
    }
    func link(
      _ name: String, _ to: String, _ arity: RelationshipDescription.Arity, _ inverse: String
    ) -> PropertyDescription {
      .relationship(RelationshipDescription(name, to: to, arity, inverse: inverse))
    }
    var tag = entity("Tag", [link("books", "Book", .toMany, "tags")])
    tag.uniquenessConstraints = [UniquenessConstraint(["t"])]
    return try ManagedObjectModel(
      "StoreHistory",
      entities: [
        entity(
          "Book",
          [link("chapters", "Chapter", .ordered, "book"), link("tags", "Tag", .toMany, "books")]),
        entity("Novel", parent: "Book", []),
        entity("Chapter", [link("book", "Book", .toOne, "chapters")]), tag,
      ])
  }

  /// - Parameters:
  ///   - base: The store with the rows.
  ///   - reopen: Creates another store on the same data, which must contain everything saved.
  package init(
    _ random: Random, on base: any PersistentStore = InMemoryStore(),
    reopen: (() throws -> any PersistentStore)? = nil, note: @escaping (String) -> Void
  ) throws {
    self.random = random
    (store, self.reopen) = (CountingStore(base, keysAtOnce: 3), reopen)
    self.note = note
    let container = try PersistentContainer(model: Self.model(), store: store)
    self.container = container
    sides = ["A", "B"].map { StoreHistorySide($0, container.makeContext()) }
    for index in sides.indices {
      sides[index].context.recordsUndo = self.random.oneIn(3)
      sides[index].context.mergesChangesAutomatically = self.random.oneIn(4)
      let context = sides[index].context
      if context.recordsUndo { note("\(sides[index].name) records undo") }
      if context.mergesChangesAutomatically { note("\(sides[index].name) merges by itself") }
    }
  }

  func nextStamp() -> Int64 {
    stamp += 1
    return stamp
  }

  func count(_ event: String) { counts[event, default: 0] += 1 }

  /// Takes some steps; returns the problem, or `nil` on success.
  package func problem(steps: Int) -> String? {
    do {
      for _ in 0..<steps {
        if let problem = try step(random.below(sides.count)) ?? brokenInvariant { return problem }
      }
      return try lookAgain()
    } catch {
      return "a step throws \(error)"
    }
  }

  /// A broken invariant of a context.
  private var brokenInvariant: String? {
    for side in sides {
      if let broken = side.context.checkInvariants().first { return "\(side.name): \(broken)" }
    }
    return nil
  }

  /// Takes one step with one of the contexts.
  private func step(_ index: Int) throws -> String? {
    forgetWhatIsGone()
    switch random.below(24) {
    case 0...8:
      return try edit(sides[index].context, &sides[index].pending, sides[index].name)
    case 9: return try group(index)
    case 10: return try child(index)
    case 11...14: return try save(index)
    case 15: return try fail(index)
    case 16: return try rollBack(index)
    case 17: return try refresh(index)
    case 18: return try fetch(index)
    case 19...22: return try race(index)
    default: return try lookAgain()
    }
  }

  // MARK: Steps that edit

  /// Makes both contexts change one object and save.
  private func race(_ index: Int) throws -> String? {
    guard !saved.rows.isEmpty else { return nil }
    let key = random.pick(Array(saved.rows.keys.sorted().prefix(5)))
    for index in [index, 1 - index] {
      let problem = try edit(
        sides[index].context, &sides[index].pending, sides[index].name, of: key)
      if let problem { return problem }
    }
    return try save(index) ?? save(1 - index)
  }

  /// Makes edits as one group and undoes them; sometimes redoes them.
  private func group(_ index: Int) throws -> String? {
    let side = sides[index]
    guard side.context.recordsUndo else { return nil }
    var pending = side.pending
    // Objects that the group reads for the first time would appear in lists, and stay after the undo.
    if let problem = try readAll(index) { return problem }
    let before = view(side)
    note("\(side.name): a group")
    let name = "group \(nextStamp())"
    let problem = try side.context.undoGroup(name) { () throws -> String? in
      for _ in 0...random.below(3) {
        if let problem = try edit(side.context, &pending, side.name) { return problem }
      }
      return nil
    }
    if let problem { return problem }
    let after = view(side)
    // A group without changes is not a step, so an older step would be undone.
    if side.context.undoActionName != name {
      sides[index].pending = pending
      return nil
    }
    note("\(side.name): undo")
    side.context.undo()
    count("undo")
    let undone = view(side)
    if undone != before { return "after an undo \(side.name) has\n\(undone)\nand not\n\(before)" }
    guard random.bool() else {
      side.context.removeAllUndo()
      return nil
    }
    note("\(side.name): redo")
    side.context.redo()
    let redone = view(side)
    if redone != after { return "after a redo \(side.name) has\n\(redone)\nand not\n\(after)" }
    sides[index].pending = pending
    return nil
  }

  /// Makes a context read the complete saved state, including other saves.
  private func readAll(_ index: Int) throws -> String? {
    let context = sides[index].context
    try context.refreshAll()
    for key in saved.rows.keys.sorted() {
      guard let object = context.object(with: saved.id(key, container)) else { continue }
      for relationship in object.entity.relationships { _ = object[relationship.name] }
    }
    return viewProblem(index)
  }

  /// Makes edits in a child context and saves or discards them.
  private func child(_ index: Int) throws -> String? {
    let side = sides[index]
    let child = side.context.makeChild()
    var pending = side.pending
    let before = view(side)
    note("\(side.name): a child")
    for _ in 0...random.below(3) {
      if let problem = try edit(child, &pending, "child of \(side.name)") { return problem }
    }
    if random.oneIn(3) {
      note("the child is dropped")
      let after = view(side)
      return after == before ? nil : "a child that is dropped changes\n\(before)\nto\n\(after)"
    }
    // Conflicts are based on the parent's committed values.
    for key in pending.deleted.keys where side.pending.deleted[key] == nil {
      guard let object = try? side.context.existingObject(with: id(key, pending)) else { continue }
      pending.deleted[key] = base(object) ?? [:]
    }
    note("the child saves")
    do {
      try child.save()
    } catch is ValidationReport {
      count("refused child")
      let after = view(side)
      return after == before ? nil : "a child that is refused changes\n\(before)\nto\n\(after)"
    } catch is MergeConflicts {
      // It used an object that its parent has evicted.
      return nil
    }
    count("child")
    // A chapter that had another book before the unsaved changes has not lost that one.
    pending.cut = pending.cut.filter { key, book in
      guard let chapter = side.context.registeredObject(for: id(key, pending)) else { return true }
      return StoreHistoryRows.key(chapter.committedValues(forKeys: ["book"])["book"]) == book
    }
    sides[index].pending = pending
    return nil
  }

  // MARK: Steps that look

  private func rollBack(_ index: Int) throws -> String? {
    note("\(sides[index].name): roll back")
    sides[index].context.rollback()
    sides[index].pending = StoreHistoryPending()
    return sides[index].context.hasChanges ? "there are changes after a rollback" : nil
  }

  private func refresh(_ index: Int) throws -> String? {
    let side = sides[index]
    let keys = saved.rows.keys.sorted()
    guard !keys.isEmpty, random.bool() else {
      note("\(side.name): refresh all")
      try side.context.refreshAll()
      count("refresh")
      return viewProblem(index)
    }
    let key = random.pick(keys)
    guard !side.pending.deleted.keys.contains(key),
      let object = side.context.object(with: saved.id(key, container))
    else { return nil }
    note("\(side.name): refresh \(key)")
    try side.context.refresh(object)
    return nil
  }

  /// A fetch finds the saved objects and the context's changes.
  private func fetch(_ index: Int) throws -> String? {
    let side = sides[index]
    let entity = random.pick(["Book", "Novel", "Chapter", "Tag"])
    note("\(side.name): fetch \(entity)")
    let found = try side.context.fetch(entity).map(\.objectID.key)
    forgetWhatIsGone()
    let pending = sides[index].pending
    let model = container.model
    func isKind(_ name: String?) -> Bool {
      name.map { model.entity($0, isKindOf: entity) } ?? false
    }
    let wanted = saved.rows.filter { isKind($0.value.entity) && pending.deleted[$0.key] == nil }
      .map(\.key)
    let inserted = pending.inserted.filter { isKind($0.value) }.map(\.key)
    // Objects deleted by another context may still exist with their changes.
    let extra = side.context.updatedObjects.map(\.objectID.key).filter { saved.rows[$0] == nil }
    let expected = (wanted + inserted).sorted()
    if found.filter({ !extra.contains($0) }) != expected.filter({ !extra.contains($0) }) {
      return "\(side.name) fetches \(found), and must \(expected)"
    }
    return found == found.sorted() ? nil : "\(found) are not in the order of their keys"
  }

  /// All contexts discard their changes and read everything again, after which they agree.
  private func lookAgain() throws -> String? {
    note("all roll back and refresh")
    for index in sides.indices {
      sides[index].context.rollback()
      sides[index].pending = StoreHistoryPending()
      try sides[index].context.refreshAll()
      if let problem = viewProblem(index) { return problem }
    }
    guard let other = try reopen?() else { return nil }
    return storeProblem(try PersistentContainer(model: container.model, store: other))
      .map { "after opening once more: \($0)" }
  }
}
