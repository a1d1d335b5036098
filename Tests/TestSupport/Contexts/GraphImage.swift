import Armature
import ArmatureModel

/// All rows of a store, or all objects in a context's view, as dictionaries.
struct GraphImage: Equatable {
  struct Row: Equatable {
    let entity: String
    var version: UInt32 = 0
    /// The attributes with a value.
    var values: [String: AttributeValue] = [:]
    /// The targets of to-one relationships.
    var ends: [String: Int64] = [:]
    /// The members of to-many relationships.
    var lists: [String: [Int64]] = [:]
  }

  var rows: [Int64: Row] = [:]

  init() {}

  /// Reads everything through the store's own functions.
  init(of store: some PersistentStore, _ model: ManagedObjectModel) throws {
    let reader = try store.reader()
    for entity in model.entities where !entity.isAbstract {
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let found = try store.rows(request, of: model)
      for row in found { rows[row.id.key] = Row(row, entity) }
      for relationship in entity.relationships where relationship.isToMany {
        let lists = try reader.links(for: found.map(\.id.key), along: relationship, of: entity)
        for (row, ids) in zip(found, lists) where !ids.isEmpty {
          rows[row.id.key]?.lists[relationship.name] = ids.map(\.key)
        }
      }
    }
  }

  /// Reads a context's view of some objects; objects that it cannot find are missing.
  init(of context: ManagedObjectContext, _ ids: [ManagedObjectID]) throws {
    for id in ids {
      guard let object = try context.found(id) else { continue }
      rows[id.key] = try Row(object)
    }
  }

  /// Returns the targets of a relationship of any arity.
  func targets(_ key: Int64, _ relationship: String) -> [Int64] {
    guard let row = rows[key] else { return [] }
    return row.lists[relationship] ?? row.ends[relationship].map { [$0] } ?? []
  }

  /// The image without links to missing objects, because contexts can learn of the deletion at different times.
  var withoutLostLinks: GraphImage {
    var image = self
    for key in rows.keys {
      image.rows[key]?.ends = rows[key]?.ends.filter { rows[$1] != nil } ?? [:]
      image.rows[key]?.lists =
        rows[key]?.lists.mapValues { $0.filter { rows[$0] != nil } }.filter { !$1.isEmpty } ?? [:]
    }
    return image
  }

  /// Returns a problem that must not be saved: links that do not lead back or have no target, missing required values,
  /// or duplicate unique ones.
  func problem(_ model: ManagedObjectModel) -> String? {
    links(of: model) ?? absence(model) ?? duplicate(model)
  }

  private func absence(_ model: ManagedObjectModel) -> String? {
    for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
      for relationship in model[row.entity]?.relationships ?? []
      where !relationship.isOptional && targets(key, relationship.name).isEmpty {
        return "\(row.entity) \(key).\(relationship.name) must have a value, but has none"
      }
    }
    return nil
  }

  private func duplicate(_ model: ManagedObjectModel) -> String? {
    for entity in model.entities {
      for constraint in entity.uniquenessConstraints {
        var seen: [[AttributeValue]: Int64] = [:]
        for (key, row) in rows.sorted(by: { $0.key < $1.key })
        where model.entity(row.entity, isKindOf: entity.name) {
          let values = constraint.properties.compactMap { row.values[$0] }
          guard values.count == constraint.properties.count else { continue }
          if let other = seen.updateValue(key, forKey: values) {
            return "\(row.entity) \(other) and \(key) have the same \(constraint.properties)"
          }
        }
      }
    }
    return nil
  }

  /// Adopts values from another image if a later image shows that they were read, or that a list now agrees with the
  /// other side of its links.
  mutating func readAgain(from saved: GraphImage, seenIn now: GraphImage) {
    for (key, row) in now.rows where rows[key] != nil {
      let theirs = saved.rows[key]?.values ?? [:]
      for name in Set(row.values.keys).union(rows[key]?.values.keys.map(\.self) ?? [])
      where row.values[name] == theirs[name] {
        rows[key]?.values[name] = theirs[name]
      }
      for name in Set(row.ends.keys).union(rows[key]?.ends.keys.map(\.self) ?? [])
      where row.ends[name] == saved.rows[key]?.ends[name] {
        rows[key]?.ends[name] = row.ends[name]
      }
      for name in Set(row.lists.keys).union(rows[key]?.lists.keys.map(\.self) ?? []) {
        let (former, present) = (rows[key]?.lists[name] ?? [], row.lists[name] ?? [])
        let stored = Set(saved.rows[key]?.lists[name] ?? [])
        let changes = Set(former).symmetricDifference(present)
        let areRead = changes.allSatisfy { member in
          stored.contains(member) == present.contains(member)
            || present.contains(member) && leads(member, to: key) && now.leads(member, to: key)
        }
        if !changes.isEmpty, areRead { rows[key]?.lists[name] = row.lists[name] }
      }
    }
  }

  private func leads(_ member: Int64, to key: Int64) -> Bool {
    rows[member]?.ends.values.contains(key) ?? false
  }

  /// Returns the difference from another image, ignoring the order of unordered lists.
  func difference(from other: GraphImage, _ model: ManagedObjectModel, ordered: Bool = true)
    -> String?
  {
    for key in Set(rows.keys).union(other.rows.keys).sorted() {
      guard let mine = rows[key] else { return "\(key) is not there" }
      guard let theirs = other.rows[key] else { return "\(mine.entity) \(key) is there" }
      if let difference = mine.difference(from: theirs, key, model, ordered: ordered) {
        return difference
      }
    }
    return nil
  }
}

extension GraphImage.Row {
  init(_ row: StoreRow, _ entity: EntityDescription) {
    self.init(entity: row.id.entityName, version: row.version)
    for (property, value) in zip(entity.persistentProperties, row.values) where !value.isNull {
      if case .object(let id) = value {
        ends[property.name] = id.key
      } else {
        values[property.name] = value
      }
    }
  }

  init(_ object: ManagedObject) throws {
    self.init(entity: object.entity.name)
    for property in object.entity.persistentProperties {
      guard let relationship = property.asRelationship else {
        let value: AttributeValue = try object.value(forKey: property.name)
        if !value.isNull { values[property.name] = value }
        continue
      }
      let keys = try object.objectIDs(forRelationshipNamed: property.name).map(\.key)
      if relationship.isToMany {
        if !keys.isEmpty { lists[property.name] = keys }
      } else {
        ends[property.name] = keys.first
      }
    }
  }

  /// Returns the difference from another row, ignoring the order of unordered lists.
  func difference(
    from other: Self, _ key: Int64, _ model: ManagedObjectModel, ordered: Bool = true
  ) -> String? {
    for property in model[entity]?.persistentProperties ?? [] {
      let name = property.name
      guard let relationship = property.asRelationship else {
        if values[name] != other.values[name] {
          return "\(entity) \(key).\(name) is \(values[name] ?? .null), and must be "
            + "\(other.values[name] ?? .null)"
        }
        continue
      }
      if !relationship.isToMany {
        if ends[name] != other.ends[name] {
          return "\(entity) \(key).\(name) leads to \(ends[name] ?? 0), and must to "
            + "\(other.ends[name] ?? 0)"
        }
        continue
      }
      let (mine, theirs) = (lists[name] ?? [], other.lists[name] ?? [])
      let isSame =
        ordered && relationship.arity == .ordered
        ? mine == theirs : mine.sorted() == theirs.sorted()
      if !isSame { return "\(entity) \(key).\(name) leads to \(mine), and must to \(theirs)" }
    }
    return nil
  }
}

extension ManagedObjectContext {
  /// Returns the object with an ID, if it exists.
  func found(_ id: ManagedObjectID) throws -> ManagedObject? {
    do {
      return try existingObject(with: id)
    } catch ManagedObjectError.noSuchObject {
      return nil
    }
  }
}
