import Armature
import ArmatureModel

/// A context in a tree.
final class ContextTreeNode {
  let name: String
  let context: ManagedObjectContext
  let parent: ContextTreeNode?
  /// Objects that are kept alive.
  var held: [ManagedObject] = []
  /// Whether other contexts may have saved since this one has read its objects.
  var isStale = false

  init(_ name: String, _ context: ManagedObjectContext, parent: ContextTreeNode? = nil) {
    (self.name, self.context, self.parent) = (name, context, parent)
  }

  /// The number of contexts between this one and the store.
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  /// Whether the context or one of its ancestors is outdated.
  var isStaleOrUnderStale: Bool { isStale || parent?.isStaleOrUnderStale ?? false }

  func isUnder(_ other: ContextTreeNode) -> Bool {
    parent.map { $0 === other || $0.isUnder(other) } ?? false
  }
}

/// The pending changes of a context: the differences between its committed and its current values.
struct PendingChanges: Equatable {
  struct Change: Equatable {
    let entity: String
    /// The attributes and to-one relationships as they were read.
    var base: [String: AttributeValue] = [:]
    /// The changed values.
    var mine: [String: AttributeValue] = [:]
    /// The added and removed members of to-many relationships that were compared.
    var added: [String: Set<Int64>] = [:]
    var removed: [String: Set<Int64>] = [:]
    /// The links that read as nil and led to an object deleted here; the context may have cleared them.
    var leadingToDeleted: Set<String> = []
  }

  var inserted: [Int64: Change] = [:]
  var updated: [Int64: Change] = [:]
  var deleted: [Int64: Change] = [:]

  /// - Parameter includingLists: Whether to include to-many relationships, which loads them.
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

  /// Returns whether other contexts have separated an object from a deleted owner that cascades to it, or such an owner
  /// from its own owner.
  func hasLeftOwners(
    _ key: Int64, _ image: GraphImage, _ model: ManagedObjectModel, among seen: Set<Int64> = []
  ) -> Bool {
    guard let change = deleted[key], !seen.contains(key) else { return false }
    // The object may have been read before it got its owner.
    let isLeft = deleted.contains { owner, change in
      (model[change.entity]?.relationships ?? []).contains { link in
        link.deleteRule == .cascade && change.base[link.name] == .int(key)
          && image.rows[owner]?.ends[link.name] != key
      }
    }
    if isLeft { return true }
    return (model[change.entity]?.relationships ?? []).contains { link in
      guard let inverse = link.inverse, case .int(let owner)? = change.base[link.name],
        deleted[owner] != nil,
        model[link.destination]?.property(named: inverse)?.asRelationship?.deleteRule == .cascade
      else { return false }
      return image.rows[key]?.ends[link.name] != owner
        || hasLeftOwners(owner, image, model, among: seen.union([key]))
    }
  }

  /// Returns the changes that can be compared while other contexts save: without lists, and without links to deleted
  /// objects.
  func known(to image: GraphImage) -> PendingChanges {
    var changes = self
    changes.inserted = inserted.mapValues { $0.known(to: image, inserted) }
    changes.updated = updated.filter { image.rows[$0.key] != nil }
      .mapValues { $0.known(to: image, inserted) }
    return changes
  }

  /// Returns the difference from earlier pending changes.
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
        // A change that another context has saved as well disappears when it is read.
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
  /// - Parameter gone: The targets that read as nil, although links may still lead there.
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

  /// Whether the only changes are removed links. Another context may have removed the same ones, so that nothing
  /// remains to be saved after a refresh.
  fileprivate var isCutAlone: Bool {
    added.isEmpty && removed.isEmpty && mine.keys.allSatisfy(isCut)
  }

  /// Returns whether a property is a to-one relationship that was cleared.
  fileprivate func isCut(_ name: String) -> Bool {
    Self.isLink(name) && mine[name] == .null
  }

  /// Returns whether a name belongs to a relationship: the attributes are n, a number, and t, a text.
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
  /// The key in place of an object, whether temporary or permanent.
  fileprivate var end: AttributeValue {
    if case .object(let id) = self { .int(id.key) } else { self }
  }
}
