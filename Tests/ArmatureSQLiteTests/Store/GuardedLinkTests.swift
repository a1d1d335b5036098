import Armature
import ArmaturePostgreSQL
import TestSupport
import Testing

/// Links that other contexts save to an object being deleted here, between the read and the commit. No store may clear
/// links that deny the deletion, cascade it, or are required.
@Suite(.needsSQLite) struct GuardedLinkTests {
  /// A store that saves other changes just before the next commit.
  private struct Window {
    let store: AnyStore
    let window: WindowStore

    init(_ kind: StoreKind, _ parts: PartsModel) throws {
      var window: WindowStore?
      store = try AnyStore(kind, parts.model()) { store in
        let around = WindowStore(store)
        window = around
        return around
      }
      self.window = try #require(window)
    }
  }

  /// The result of deleting an owner after another context has added a part to it: the remaining objects, or the error.
  private struct Outcome {
    let owners: Int
    let parts: Int
    let error: (any Error)?

    var isDeleted: Bool { owners == 0 }
  }

  private func delete(
    _ parts: PartsModel, _ kind: StoreKind, _ policy: MergePolicy, entity: String = "Owner"
  ) throws -> Outcome {
    let window = try Window(kind, parts)
    let container = window.store.container
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    let owner = try theirs.insert(entity)
    try theirs.save()
    mine.mergePolicy = policy
    try mine.delete(mine.existingObject(with: owner.objectID))
    window.window.window = {
      try parts.add(try theirs.insert("Part"), to: owner)
      try theirs.save()
    }
    var error: (any Error)?
    do {
      try mine.save()
    } catch let thrown {
      error = thrown
      // The context is unchanged by the save.
      #expect(mine.deletedObjects.count == 1 && mine.updatedObjects.isEmpty)
    }
    #expect(window.window.commitCount < 10)
    #expect(try container.verify().isValid)
    let other = container.makeContext()
    return Outcome(owners: try other.count("Owner"), parts: try other.count("Part"), error: error)
  }

  @Test(arguments: StoreKind.allCases, PartsModel.all)
  func `a deletion finds what others have linked since it looked`(
    kind: StoreKind, parts: PartsModel
  ) throws {
    for (name, policy) in MergePolicy.all(keeping: "name") {
      let outcome = try delete(parts, kind, policy, entity: "Rich")
      // A one-to-one link is a change of the owner itself, so the merge policy decides.
      let isChange = parts.shape == .toOne
      if isChange, outcome.error is MergeConflicts {
        #expect(name == "error" && !outcome.isDeleted)
        continue
      }
      if isChange, name == "rollback" {
        #expect(outcome.error == nil && !outcome.isDeleted)
        continue
      }
      switch (parts.rule, parts.isRequired) {
      case (.deny, _):
        let codes = (outcome.error as? ValidationReport)?.map(\.code)
        #expect(codes == ["delete.denied"], "\(name)")
        #expect(!outcome.isDeleted && outcome.parts == 1)
      case (.cascade, _):
        #expect(outcome.error == nil && outcome.isDeleted && outcome.parts == 0, "\(name)")
      case (_, true):
        let codes = (outcome.error as? ValidationReport)?.map(\.code)
        #expect(codes == ["required"], "\(name)")
        #expect(!outcome.isDeleted && outcome.parts == 1)
      default:
        #expect(outcome.error == nil && outcome.isDeleted && outcome.parts == 1, "\(name)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases, PartsModel.all)
  func `a deletion goes through if the same save takes away what leads there`(
    kind: StoreKind, parts: PartsModel
  ) throws {
    let window = try Window(kind, parts)
    let context = window.store.container.makeContext()
    var owners: [ManagedObject] = []
    for number in 0..<4 {
      let owner = try context.insert(number % 2 == 0 ? "Owner" : "Rich")
      for _ in 0..<(parts.shape == .toOne ? 1 : 3) {
        try parts.add(try context.insert("Part"), to: owner)
      }
      owners.append(owner)
    }
    try context.save()
    func members(of owner: ManagedObject) -> [ManagedObject] {
      context.objects(of: "Part").filter { part in owner.related(to: part) }
    }
    // Parts deleted with their owner, moved to another one, and unchanged.
    for part in members(of: owners[0]) { try context.delete(part) }
    for part in members(of: owners[1]) {
      try parts.remove(part, from: owners[1])
      if parts.shape != .toOne {
        try parts.add(part, to: owners[3])
      } else {
        try context.delete(part)
      }
    }
    if parts.rule == .nullify, parts.isRequired {
      for part in members(of: owners[2]) { try context.delete(part) }
    } else if parts.rule != .cascade {
      for part in members(of: owners[2]) {
        try parts.remove(part, from: owners[2])
        if parts.isRequired { try context.delete(part) }
      }
    }
    for owner in owners[..<3] { try context.delete(owner) }
    try context.save()
    #expect(window.window.commitCount == 2)
    let other = window.store.container.makeContext()
    #expect(try other.count("Owner") == 1)
    #expect(try window.store.container.verify().isValid)
  }
}

extension ManagedObject {
  fileprivate func related(to part: ManagedObject) -> Bool {
    (try? objectIDs(forRelationshipNamed: "parts").contains(part.objectID)) ?? false
  }
}
