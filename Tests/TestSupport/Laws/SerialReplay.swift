import Armature
import ArmatureModel

/// Replays the edits of confirmed saves in sequence, each in a fresh context, and compares the results.
struct SerialReplay {
  private let container: PersistentContainer
  private let store = InMemoryStore()
  /// The IDs of the replayed objects, by their IDs in the history.
  private var ids: [ManagedObjectID: ManagedObjectID] = [:]
  /// Whether a link to a missing object leaves the result open, so that results are not compared: other contexts have
  /// linked the object elsewhere, or it was to be deleted together with the missing object.
  private(set) var isOpen = false

  init(_ model: ManagedObjectModel) throws {
    container = try PersistentContainer(model: model, store: store)
  }

  /// Replays one save.
  ///
  /// - Throws: The error of the save, which must not occur because the save was confirmed.
  mutating func play(_ effects: [EditEffect]) throws {
    let context = container.makeContext()
    for effect in effects {
      switch effect {
      case .insert(let id):
        ids[id] = try context.insert(id.entityName).objectID
      case .delete(let id):
        if let object = try object(id, context) { try context.delete(object) }
      case .lead(let id, let name, let end, let former):
        guard let object = try object(id, context) else { continue }
        if let end = try self.object(end, context) {
          try object.setValue(end, forKey: name)
        } else {
          let present = try object.objectIDs(forRelationshipNamed: name).first
          if present != nil, present != former.flatMap({ ids[$0] }) { isOpen = true }
          if let former { try part(object, name, from: former) }
        }
      case .set(let id, let name, .object(let end)):
        guard let object = try object(id, context) else { continue }
        let end = try self.object(end, context)
        // It is open whether a cascade by this link still reaches the object.
        if end == nil { isOpen = true }
        try object.setValue(end, forKey: name)
      case .part(let id, let name, let end):
        if let object = try object(id, context) { try part(object, name, from: end) }
      case .set(let id, let name, let value):
        try object(id, context)?.setValue(value, forKey: name)
      case .member(let id, let name, let member, let isThere):
        guard let object = try object(id, context), let member = try self.object(member, context)
        else { continue }
        if isThere {
          try object.insert(member, into: name)
        } else {
          try object.remove(member, from: name)
        }
      }
    }
    try context.save()
  }

  private func part(_ object: ManagedObject, _ name: String, from end: ManagedObjectID) throws {
    guard try object.objectIDs(forRelationshipNamed: name).first == ids[end] else { return }
    try object.setValue(AttributeValue.null, forKey: name)
  }

  private func object(
    _ id: ManagedObjectID, _ context: ManagedObjectContext
  ) throws -> ManagedObject? {
    try ids[id].flatMap { try context.found($0) }
  }

  /// Returns the difference from the history's store, ignoring the order of lists.
  func difference(from image: GraphImage) throws -> String? {
    let keys = Dictionary(
      ids.map { ($1.key, $0.key) }, uniquingKeysWith: { first, _ in first })
    var mine = GraphImage()
    for (key, row) in try GraphImage(of: store, container.model).rows {
      var row = row
      row.ends = row.ends.mapValues { keys[$0] ?? 0 }
      row.lists = row.lists.mapValues { $0.map { keys[$0] ?? 0 } }
      mine.rows[keys[key] ?? 0] = row
    }
    return image.withoutLostLinks.difference(
      from: mine.withoutLostLinks, container.model, ordered: false)
  }
}
