import Armature
import TestSupport
import Testing

/// The order of an ordered relationship depends on the last operation on each member, whether or not the list is
/// loaded.
@Suite struct ListOrderTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Folders") {
      Entity("Folder") {
        Relationship("items", to: "Item", .ordered, inverse: "folder")
        Relationship("tags", to: "Tag", .ordered, inverse: "folders")
      }
      Entity("Item") {
        Attribute("n", Int.self).default(0)
        Relationship("folder", to: "Folder", inverse: "items")
      }
      Entity("Tag") { Relationship("folders", to: "Folder", .ordered, inverse: "tags") }
    }
  }

  private let model: ManagedObjectModel

  init() throws { model = try Self.model() }

  private func same(
    _ object: ManagedObject, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    try context.existingObject(with: object.objectID)
  }

  /// Returns the items of a folder in the store.
  private func storedItems(_ folder: ManagedObject, _ store: AnyStore) throws -> [ManagedObjectID] {
    let fresh = store.container.makeContext()
    return try items(same(folder, in: fresh))
  }

  private func items(_ folder: ManagedObject) throws -> [ManagedObjectID] {
    try folder.objectIDs(forRelationshipNamed: "items")
  }

  private func setFolder(_ item: ManagedObject, _ folder: ManagedObject?) throws {
    if let folder {
      try item.setValue(folder, forKey: "folder")
    } else {
      try item.setValue(AttributeValue.null, forKey: "folder")
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a member that goes and comes again stands at the end`(
    kind: StoreKind, isLoaded: Bool
  ) throws {
    let store = try AnyStore(kind, model)
    for way in 0..<5 {
      let context = store.container.makeContext()
      let folder = try context.insert("Folder")
      let members = try (0..<3).map { _ in try context.insert("Item") }
      for member in members[..<2] { try folder.insert(member, into: "items") }
      try context.save()
      let other = store.container.makeContext()
      let theirs = try same(folder, in: other)
      let (a, z) = (try same(members[0], in: other), try same(members[2], in: other))
      if isLoaded { _ = try items(theirs) }
      var expected = [1, 2, 0]
      switch way {
      case 0:
        try setFolder(a, nil)
        try setFolder(a, theirs)
        expected = [1, 0]
      case 1:
        try setFolder(a, nil)
        try setFolder(z, theirs)
        try setFolder(a, theirs)
      case 2:
        try theirs.remove(a, from: "items")
        try theirs.insert(z, into: "items")
        try theirs.insert(a, into: "items")
      case 3:
        try theirs.remove(a, from: "items")
        try theirs.insert(a, into: "items")
        expected = [1, 0]
      default:
        try theirs.insert(z, into: "items")
        try theirs.insert(a, into: "items", at: 5)
      }
      // Objects loaded again by a merge are reported in the same way.
      if way == 2 { try other.refresh(theirs) }
      try other.save()
      let ids = expected.map { members[$0].objectID }
      #expect(try items(theirs) == ids)
      #expect(try storedItems(folder, store) == ids)
      try context.refreshAll()
      #expect(try items(folder) == ids)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what undo takes out and what comes again stands at the end`(kind: StoreKind) throws {
    let store = try AnyStore(kind, model)
    let context = store.container.makeContext()
    context.recordsUndo = true
    let folder = try context.insert("Folder")
    let (a, z) = (try context.insert("Item"), try context.insert("Item"))
    try folder.insert(a, into: "items")
    try context.save()
    context.undo()
    #expect(try items(folder) == [])
    try setFolder(z, folder)
    try setFolder(a, folder)
    try context.save()
    #expect(try items(folder) == [z.objectID, a.objectID])
    let fresh = store.container.makeContext()
    #expect(try items(same(folder, in: fresh)) == [z.objectID, a.objectID])
    context.undo()
    context.undo()
    try context.save()
    #expect(try storedItems(folder, store) == [])
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `what moves in a list is no change of its members`(kind: StoreKind, isLoaded: Bool) throws {
    let store = try AnyStore(kind, model)
    let context = store.container.makeContext()
    let folder = try context.insert("Folder")
    let (a, b) = (try context.insert("Item"), try context.insert("Item"))
    for member in [a, b] { try folder.insert(member, into: "items") }
    try context.save()
    let versions = try store.versions()
    let other = store.container.makeContext()
    let theirs = try same(folder, in: other)
    if isLoaded { _ = try items(theirs) }
    try theirs.remove(same(a, in: other), from: "items")
    try theirs.insert(same(a, in: other), into: "items")
    try other.save()
    #expect(try store.versions() == versions)
    #expect(try storedItems(folder, store) == [b.objectID, a.objectID])
  }

  // MARK: Random calls

  /// A call; objects are identified by numbers.
  private enum Call {
    case leave(Int)
    case enter(Int, folder: Int)
    case insert(Int, into: Int, at: Int?)
    case remove(Int, from: Int)
    case set([Int], of: Int)
    case tag(Int, folder: Int, at: Int?)
    case untag(Int, folder: Int)
    case delete(Int)
  }

  private static let itemCount = 6
  private static let tagCount = 3

  private static func calls(_ random: inout SplitMix64) -> [Call] {
    (0...random.below(7)).map { _ in
      let (item, folder) = (random.below(itemCount), random.below(2))
      let tag = random.below(tagCount)
      switch random.below(14) {
      case 0, 1: return .leave(item)
      case 2, 3: return .enter(item, folder: folder)
      case 4, 5: return .insert(item, into: folder, at: nil)
      case 6: return .insert(item, into: folder, at: random.below(5))
      case 7, 8: return .remove(item, from: folder)
      case 9:
        let items = (0..<itemCount).filter { _ in random.below(2) == 0 }
        return random.below(3) == 0 ? .set(items, of: folder) : .enter(item, folder: folder)
      case 10: return .tag(tag, folder: folder, at: nil)
      case 11: return .tag(tag, folder: folder, at: random.below(3) == 0 ? random.below(3) : nil)
      case 12: return .untag(tag, folder: folder)
      default: return random.below(3) == 0 ? .delete(item) : .untag(tag, folder: folder)
      }
    }
  }

  /// The objects for one of several equivalent ways.
  private struct Desk {
    var folders: [ManagedObject]
    var items: [ManagedObject]
    var tags: [ManagedObject]

    var all: [ManagedObject] { folders + items + tags }
  }

  private func desk(_ context: ManagedObjectContext) throws -> Desk {
    let desk = Desk(
      folders: try (0..<2).map { _ in try context.insert("Folder") },
      items: try (0..<Self.itemCount).map { _ in try context.insert("Item") },
      tags: try (0..<Self.tagCount).map { _ in try context.insert("Tag") })
    for (number, item) in desk.items.enumerated() where number < 5 {
      try desk.folders[number < 3 ? 0 : 1].insert(item, into: "items")
    }
    for tag in desk.tags[..<2] { try desk.folders[0].insert(tag, into: "tags") }
    return desk
  }

  private func play(_ call: Call, _ desk: Desk, _ context: ManagedObjectContext) throws {
    func insert(_ object: ManagedObject, _ folder: Int, _ name: String, _ place: Int?) throws {
      try desk.folders[folder].insert(object, into: name, at: place)
    }
    switch call {
    case .leave(let item) where desk.items[item].isDeleted: break
    case .enter(let item, _) where desk.items[item].isDeleted: break
    case .insert(let item, _, _) where desk.items[item].isDeleted: break
    case .leave(let item): try setFolder(desk.items[item], nil)
    case .enter(let item, let folder): try setFolder(desk.items[item], desk.folders[folder])
    case .insert(let item, let folder, let place):
      try insert(desk.items[item], folder, "items", place)
    case .remove(let item, let folder):
      if !desk.items[item].isDeleted {
        try desk.folders[folder].remove(desk.items[item], from: "items")
      }
    case .set(let items, let folder):
      let members = items.map { desk.items[$0] }.filter { !$0.isDeleted }
      try desk.folders[folder].setValue(members, forKey: "items")
    case .tag(let tag, let folder, let place): try insert(desk.tags[tag], folder, "tags", place)
    case .untag(let tag, let folder):
      try desk.folders[folder].remove(desk.tags[tag], from: "tags")
    case .delete(let item): try context.delete(desk.items[item])
    }
  }

  /// Returns a transaction with numbers in place of IDs.
  private func words(_ transaction: StoreTransaction?, _ desk: [ManagedObjectID]) -> [String] {
    func number(_ id: ManagedObjectID) -> String {
      "\(id.entityName)\(desk.firstIndex { $0.key == id.key } ?? -1)"
    }
    return (transaction?.changes ?? []).map { change in
      let values = change.values.map { value in
        if case .object(let id) = value.value { return "\(value.property)=\(number(id))" }
        return "\(value.property)=\(value.value)"
      }
      let links = change.links.map { links in
        let order = links.order.map { "\($0.map(number))" } ?? "-"
        return "\(links.property)+\(links.added.map(number))"
          + "-\(links.removed.map(number).sorted())=\(order)"
      }
      return "\(change.kind) \(number(change.id)) \(values) \(links)"
    }.sorted()
  }

  @Test(arguments: StoreKind.allCases)
  func `the same calls make the same transaction, loaded or not, recorded or not`(
    kind: StoreKind
  ) throws {
    let base = try AnyStore(kind, model)
    let store = CountingStore(base.container.store)
    let container = try PersistentContainer(model: model, store: store)
    let seeds: Range<UInt64> = kind == .postgresql ? 0..<30 : kind == .json ? 0..<40 : 0..<120
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let calls = Self.calls(&random)
      var first: (words: [String], lists: [[Int]])?
      for way in 0..<6 {
        let (isLoaded, isRecorded, isChild) = (way % 2 == 1, way / 2 == 1, way / 2 == 2)
        let maker = container.makeContext()
        let made = try desk(maker)
        try maker.save()
        let ids = made.all.map(\.objectID)
        let parent = container.makeContext()
        let context = isChild ? parent.makeChild() : parent
        func own(_ objects: [ManagedObject]) throws -> [ManagedObject] {
          try objects.map { try same($0, in: context) }
        }
        let desk = Desk(
          folders: try own(made.folders), items: try own(made.items), tags: try own(made.tags))
        if isLoaded {
          for object in desk.folders {
            for name in ["items", "tags"] { _ = try object.objectIDs(forRelationshipNamed: name) }
          }
          for tag in desk.tags { _ = try tag.objectIDs(forRelationshipNamed: "folders") }
        }
        context.recordsUndo = isRecorded
        for call in calls {
          try play(call, desk, context)
          if isRecorded, context.canUndo, random.below(3) == 0 {
            context.undo()
            context.redo()
          }
        }
        try context.save()
        if isChild { try parent.save() }
        let words = words(store.lastTransaction, ids)
        let fresh = container.makeContext()
        func numbers(_ objects: [ManagedObject], _ name: String) throws -> [[Int]] {
          try objects.map { object in
            try same(object, in: fresh).objectIDs(forRelationshipNamed: name)
              .compactMap(ids.firstIndex)
          }
        }
        let lists =
          try numbers(made.folders, "items") + numbers(made.folders, "tags")
          + numbers(made.tags, "folders")
        let here =
          try
          (desk.folders.map { try $0.objectIDs(forRelationshipNamed: "items") }
          + desk.folders.map { try $0.objectIDs(forRelationshipNamed: "tags") }
          + desk.tags.map { try $0.objectIDs(forRelationshipNamed: "folders") })
          .map { $0.compactMap(ids.firstIndex) }
        let place = "seed \(seed), way \(way), \(calls)"
        #expect(here == lists, "the context, and the store, \(place)")
        if let first {
          #expect(lists == first.lists, "\(place)")
          if !isChild { #expect(words == first.words, "\(place)") }
        } else {
          first = (words, lists)
        }
        if here != lists { return }
      }
    }
  }
}
