import Observation
import Testing

@testable import Armature

/// User code of a parent context that runs because a child saves.
@Suite(.serialized) struct ParentHooksTests {
  /// Runs closures in its hooks.
  private final class Node: ManagedObject {
    nonisolated(unsafe) static var atInit: () -> Void = {}
    nonisolated(unsafe) static var atFetch: (Node) -> Void = { _ in }
    nonisolated(unsafe) static var atChange: () -> Void = {}
    var atEnd: () -> Void = {}

    required init(_ seed: consuming ObjectSeed) {
      super.init(seed)
      Self.atInit()
    }

    override func awakeFromFetch() { Self.atFetch(self) }

    deinit { atEnd() }
  }

  private let container: PersistentContainer
  private let (parent, child): (ManagedObjectContext, ManagedObjectContext)
  /// The same objects in both contexts; the parent holds its node only as long as it uses it.
  private let (leaf, branch): (ManagedObject, ManagedObject)
  private let (parentLeaf, parentBranch): (ManagedObject, ManagedObject)
  private let node: Node

  init() throws {
    (Node.atInit, Node.atFetch) = ({}, { _ in })
    container = try PersistentContainer(
      model: ManagedObjectModel("Hooks") {
        Entity("Leaf") {
          Attribute("name", String?.self)
          Relationship("branches", to: "Branch", .toMany, inverse: "leaves")
          Relationship("node", to: "Node", inverse: "leaves")
        }
        Entity("Branch") {
          Attribute("name", String?.self)
          Relationship("leaves", to: "Leaf", .ordered, inverse: "branches")
        }
        Entity("Node", class: Node.self) {
          Attribute("name", String?.self)
          Attribute("note", String?.self)
          Relationship("leaves", to: "Leaf", .toMany, inverse: "node")
        }
      })
    parent = container.makeContext()
    (parentLeaf, parentBranch) = (try parent.insert("Leaf"), try parent.insert("Branch"))
    _ = try parent.insert(Node.self)
    try parent.save()
    child = parent.makeChild()
    (leaf, branch) = (try child.same(parentLeaf), try child.same(parentBranch))
    node = try #require(child.fetch(Node.self).first)
    #expect(parent.evictUnusedObjects() == 1)
  }

  /// Changes objects of the child.
  private func change() {
    leaf["name"] = "written"
    try? leaf.insert(branch, into: "branches")
  }

  private func name(_ object: ManagedObject) throws -> String? {
    try object.value(forKey: "name", as: String?.self) ?? nil
  }

  /// Expects that the changes of the hook are unsaved in the child, and saves them.
  private func expectUnsaved() throws {
    #expect(try name(leaf) == "written" && leaf.isUpdated && branch.isUpdated)
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
    #expect(try name(parentLeaf) == nil)
    #expect(parentLeaf.many("branches").isEmpty)
    try child.save()
    try expectSaved()
  }

  /// Expects that the parent has the changes of the hook.
  private func expectSaved() throws {
    #expect(!child.hasChanges)
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
    #expect(try name(parentLeaf) == "written")
    #expect(parentLeaf.many("branches") == [parentBranch])
    #expect(parentBranch.many("leaves") == [parentLeaf])
  }

  @Test func `what a hook of the parent changes in a child that saves is saved by the next save`()
    throws
  {
    node["name"] = "new"
    Node.atFetch = { _ in change() }
    try child.save()
    Node.atFetch = { _ in }
    try expectUnsaved()
    try parent.save()
    #expect(try name(container.makeContext().same(node)) == "new")
  }

  @Test func `so is what a hook of the parent's parent changes`() throws {
    let grandchild = child.makeChild()
    let theirs = try grandchild.same(leaf)
    let far = try grandchild.existingObject(with: newNode())
    child.evictUnusedObjects()
    parent.evictUnusedObjects()
    far["name"] = "new"
    Node.atFetch = { [parent] node in
      if node.managedObjectContext === parent { theirs["name"] = "written" }
    }
    try grandchild.save()
    Node.atFetch = { _ in }
    #expect(try name(theirs) == "written" && theirs.isUpdated && name(leaf) == nil)
    #expect(brokenInvariants(of: grandchild) == [] && brokenInvariants(of: child) == [])
    try grandchild.save()
    #expect(try name(leaf) == "written" && name(child.same(far)) == "new")
  }

  /// Returns the ID of a saved node.
  private func newNode() throws -> ManagedObjectID {
    let node = try parent.insert(Node.self)
    try parent.save()
    return node.objectID
  }

  @Test func `what an observer of the parent changes in a child that saves is saved by the next`()
    throws
  {
    parent.tracksReads = true
    withObservationTracking {
      _ = parentBranch["name"]
    } onChange: {
      Node.atChange()
    }
    Node.atChange = { change() }
    branch["name"] = "new"
    try child.save()
    #expect(try name(parentBranch) == "new")
    try expectUnsaved()
  }

  @Test func `so is what the deinit of an object changes that the child has deleted`() throws {
    do {
      let new = try parent.insert(Node.self)
      new.atEnd = { change() }
      try child.delete(child.same(new))
    }
    branch["name"] = "new"
    try child.save()
    #expect(try name(parentBranch) == "new" && parent.insertedObjects.isEmpty)
    try expectUnsaved()
  }

  @Test func `what the initializer of an object changes that the parent makes is saved with it`()
    throws
  {
    try child.insert("Branch")
    node["name"] = "new"
    var count = 0
    Node.atInit = {
      count += 1
      if count == 1 { change() }
    }
    try child.save()
    try expectSaved()
    #expect(parent.insertedObjects.count == 1)
  }

  @Test func `a save ends if the initializer of a class never stops changing objects`() throws {
    let new = try child.insert(Node.self)
    new["name"] = "new"
    var count = 0
    Node.atInit = {
      count += 1
      leaf["name"] = .string("written \(count)")
    }
    #expect(throws: ManagedObjectError.unstableSave(rounds: 100)) { try child.save() }
    Node.atInit = {}
    #expect(child.insertedObjects == [new] && parent.insertedObjects.isEmpty)
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
    try child.save()
    #expect(!child.hasChanges && parent.insertedObjects.count == 1)
    #expect(try name(leaf) == name(parentLeaf))
  }

  @Test func `a hook of the parent sees all changes of the child, and may save them`() throws {
    node["name"] = "new"
    leaf["name"] = "new"
    try leaf.setValue(node, forKey: "node")
    var seen: [String?] = []
    Node.atFetch = { [parent, parentLeaf] node in
      seen += [try? node.value(forKey: "name", as: String.self), parentLeaf["name"]?.description]
      #expect(node.many("leaves") == [parentLeaf])
      #expect(throws: Never.self) { try parent.save() }
    }
    try child.save()
    Node.atFetch = { _ in }
    #expect(seen.count == 2 && !seen.contains(nil))
    #expect(!parent.hasChanges && !child.hasChanges)
    let after = container.makeContext()
    #expect(try name(after.same(leaf)) == "new" && name(after.same(node)) == "new")
    #expect(try after.same(leaf).one("node")?.objectID == node.objectID)
  }

  @Test func `what a hook of the parent deletes is deleted after the child has saved it`() throws {
    node["name"] = "new"
    try leaf.setValue(node, forKey: "node")
    Node.atFetch = { [parent] in try? parent.delete($0) }
    try child.save()
    Node.atFetch = { _ in }
    #expect(!child.hasChanges && parent.deletedObjects.count == 1)
    #expect(parentLeaf.one("node") == nil && brokenInvariants(of: parent) == [])
    try parent.save()
    #expect(try container.makeContext().fetch("Node").isEmpty)
  }

  @Test func `what such a hook sets in its own object is not a change`() throws {
    node["name"] = "new"
    Node.atFetch = { $0["note"] = "read" }
    try child.save()
    Node.atFetch = { _ in }
    let theirs = try #require(parent.updatedObjects.first)
    #expect(theirs["note"] == "read" && Array(theirs.changedValues.keys) == ["name"])
    try parent.save()
    let after = try container.makeContext().same(node)
    #expect(try name(after) == "new")
    #expect(after["note"] ?? .null == .null)
  }

  @Test func `a save of a child that fails runs the hooks of the parent, and keeps its changes`()
    throws
  {
    node["name"] = "new"
    try parent.delete(parentBranch)
    branch["name"] = "new"
    Node.atFetch = { [leaf] _ in leaf["name"] = "written" }
    #expect(throws: MergeConflicts.self) { try child.save() }
    Node.atFetch = { _ in }
    #expect(try name(node) == "new" && name(branch) == "new")
    #expect(!parent.updatedObjects.contains { $0.objectID == node.objectID })
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
  }

  @Test func `an object that a hook of the parent removes while a child reads it is removed once`()
    throws
  {
    let id = node.objectID
    Node.atFetch = { [parent, child] in
      try? parent.delete($0)
      try? child.refreshAll()
    }
    try child.refresh(node)
    Node.atFetch = { _ in }
    #expect(child.registeredObject(for: id) == nil && !child.hasChanges)
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
  }

  /// The ways of a child to take over the values of its parent again.
  enum Reading: CaseIterable {
    case refreshingAll, mergingUnknownChanges

    func read(_ context: ManagedObjectContext) throws {
      switch self {
      case .refreshingAll: try context.refreshAll()
      case .mergingUnknownChanges: try context.mergeChanges(from: ContextChange.unknown)
      }
    }
  }

  @Test(arguments: Reading.allCases)
  func `what a hook of the parent saves while the child reads it again stays`(_ way: Reading) throws
  {
    leaf["name"] = "old"
    node["name"] = "new"
    var count = 0
    Node.atFetch = { [child, leaf] _ in
      leaf["name"] = "written"
      #expect(throws: Never.self) { try child.save() }
      count += 1
    }
    try way.read(child)
    Node.atFetch = { _ in }
    #expect(try count == 1 && name(parentLeaf) == "written" && name(leaf) == "written")
    #expect(try name(node) == "new" && !child.hasChanges)
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
  }

  @Test(arguments: [false, true])
  func `what a child saves while a hook of the same object runs is a change of the parent`(
    hookWrites: Bool
  ) throws {
    node["name"] = "new"
    Node.atFetch = { [child] node in
      if node.managedObjectContext === child { return }
      if hookWrites { node["note"] = "read" }
      #expect(throws: Never.self) { try child.save() }
    }
    let theirs = try #require(parent.fetch(Node.self).first)
    Node.atFetch = { _ in }
    #expect(try name(theirs) == "new" && theirs.isUpdated && !child.hasChanges)
    #expect(Array(theirs.changedValues.keys) == ["name"])
    try parent.save()
    #expect(try name(container.makeContext().same(node)) == "new")
    #expect(brokenInvariants(of: child) == [] && brokenInvariants(of: parent) == [])
  }
}
