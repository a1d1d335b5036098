import Armature
import ArmatureModel

/// One of the contexts of a tree.
final class ContextTreeNode {
  let name: String
  let context: ManagedObjectContext
  let parent: ContextTreeNode?
  /// Objects that somebody keeps.
  var held: [ManagedObject] = []
  /// Whether others may have saved since the context has read what it has.
  var isStale = false

  init(_ name: String, _ context: ManagedObjectContext, parent: ContextTreeNode? = nil) {
    (self.name, self.context, self.parent) = (name, context, parent)
  }

  /// How many contexts stand between this one and the store.
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  /// Whether the context, or one that it reads from, has not heard of something.
  var isStaleOrUnderStale: Bool { isStale || parent?.isStaleOrUnderStale ?? false }

  func isUnder(_ other: ContextTreeNode) -> Bool {
    parent.map { $0 === other || $0.isUnder(other) } ?? false
  }
}

/// What a context has to save, told by what it has read and what it has now.
struct PendingChanges: Equatable {
  struct Change: Equatable {
    let entity: String
    /// The attributes and to-one relationships as they were read.
    var base: [String: AttributeValue] = [:]
    /// Those of them that are others now.
    var mine: [String: AttributeValue] = [:]
    /// The members of to-many relationships that came and went, where these were looked at.
    var added: [String: Set<Int64>] = [:]
    var removed: [String: Set<Int64>] = [:]
    /// The links that read as nothing, and were read with what the context deletes: it may have set them so.
    var leadingToDeleted: Set<String> = []
  }

  var inserted: [Int64: Change] = [:]
  var updated: [Int64: Change] = [:]
  var deleted: [Int64: Change] = [:]

  /// - Parameter includingLists: Whether to look at to-many relationships, which loads them.
  init(of context: ManagedObjectContext, includingLists: Bool) throws {
    let gone = Set(context.deletedObjects.map { AttributeValue.int($0.objectID.key) })
    for object in context.insertedObjects {
      inserted[object.objectID.key] = try Change(object, includingLists: includingLists)
    }
    for object in context.updatedObjects {
      updated[object.objectID.key] = try Change(
        object, includingLists: includingLists, gone)
    }
    for object in context.deletedObjects {
      deleted[object.objectID.key] = try Change(object, includingLists: false)
    }
  }

  /// What a context that others have saved beside may be compared by: no lists, and no links to what is gone.
  func known(to image: GraphImage) -> PendingChanges {
    var changes = self
    changes.inserted = inserted.mapValues { $0.known(to: image, inserted) }
    changes.updated = updated.filter { image.rows[$0.key] != nil }
      .mapValues { $0.known(to: image, inserted) }
    return changes
  }

  /// What differs from what was pending before.
  func difference(from before: PendingChanges) -> String? {
    if inserted.keys.sorted() != before.inserted.keys.sorted() {
      return "the inserted are \(inserted.keys.sorted()), not \(before.inserted.keys.sorted())"
    }
    if deleted.keys.sorted() != before.deleted.keys.sorted() {
      return "the deleted are \(deleted.keys.sorted()), not \(before.deleted.keys.sorted())"
    }
    for (key, change) in before.inserted.merging(before.updated, uniquingKeysWith: { $1 })
      .sorted(by: { $0.key < $1.key })
    {
      let now = inserted[key] ?? updated[key]
      if change.isEmpty { continue }
      guard let now else {
        if change.isCutAlone { continue }
        return "\(key) has no changes any more, and had \(change.mine)"
      }
      let mine = change.mine.filter { name, value in
        // What others have saved as well is no change any more where it was read since.
        now.base[name] != value && (!change.isCut(name) || now.base[name] != .null)
      }
      if now.mine != mine || now.added != change.added || now.removed != change.removed {
        return "\(key) has \(now), and had \(change)"
      }
    }
    return nil
  }
}

extension PendingChanges.Change {
  /// - Parameter gone: The ends that read as nothing, though links may still lead there.
  init(
    _ object: ManagedObject, includingLists: Bool, _ gone: Set<AttributeValue> = []
  ) throws {
    self.init(entity: object.entity.name)
    let single = object.entity.persistentProperties.filter {
      $0.asRelationship.map { !$0.isToMany } ?? true
    }
    for (name, value) in object.committedValues(forKeys: single.map(\.name)) {
      base[name] = value.end
    }
    for property in single {
      let value: AttributeValue
      if property.asRelationship == nil {
        value = try object.value(forKey: property.name)
      } else {
        let key = try object.objectIDs(forRelationshipNamed: property.name).first?.key
        value = key.map { .int($0) } ?? .null
      }
      let base = base[property.name] ?? .null
      let isGone = property.asRelationship != nil && value.isNull && gone.contains(base)
      if isGone { leadingToDeleted.insert(property.name) }
      if value != base, !isGone { mine[property.name] = value }
    }
    guard includingLists else { return }
    for property in object.entity.persistentProperties {
      guard property.asRelationship?.isToMany == true else { continue }
      let name = property.name
      let now = Set(try object.objectIDs(forRelationshipNamed: name).map(\.key))
      var before: Set<Int64> = []
      if case .objects(let ids)? = object.committedValues(forKeys: [name])[name] {
        before = Set(ids.map(\.key))
      }
      if now != before {
        added[name] = now.subtracting(before)
        removed[name] = before.subtracting(now)
      }
    }
  }

  var isEmpty: Bool { mine.isEmpty && added.isEmpty && removed.isEmpty }

  /// Whether nothing has changed but links that were cut: others may have cut the same, so that reading their end
  /// again leaves nothing to save here.
  fileprivate var isCutAlone: Bool {
    added.isEmpty && removed.isEmpty && mine.keys.allSatisfy(isCut)
  }

  /// Whether a property is a to-one relationship that leads to nothing any more.
  fileprivate func isCut(_ name: String) -> Bool {
    Self.isLink(name) && mine[name] == .null
  }

  /// Whether a name is that of a relationship: the attributes are n, a number, and t, a text.
  private static func isLink(_ name: String) -> Bool { name != "n" && name != "t" }

  fileprivate func known(to image: GraphImage, _ inserted: [Int64: Self]) -> Self {
    let present = mine.filter { name, value in
      guard Self.isLink(name), case .int(let end) = value else { return true }
      return image.rows[end] != nil || inserted[end] != nil
    }
    return Self(entity: entity, base: base, mine: present)
  }
}

extension AttributeValue {
  /// The key in place of an object, which may be temporary or not.
  fileprivate var end: AttributeValue {
    if case .object(let id) = self { .int(id.key) } else { self }
  }
}
