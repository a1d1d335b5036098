package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Creates the objects that custom steps request for rows, one row at a time.
package final class RowSplit {
  private let custom: CustomSteps
  private let names: MigrationNames
  private let target: any SplitTarget
  private let storeID: UUID
  private let date: Date
  private let objects: CreatedObjects
  /// The entities of created objects, and of dropped objects.
  private var made: Set<String> = []
  private var dropped: Set<String> = []
  /// The entities of the objects that were created, dropped or linked.
  package private(set) var touched: Set<String> = []
  private var model: ManagedObjectModel { names.new }

  package init(
    _ custom: CustomSteps, _ names: MigrationNames, _ target: any SplitTarget, storeID: UUID,
    date: Date
  ) {
    (self.custom, self.names, self.target) = (custom, names, target)
    (self.storeID, self.date) = (storeID, date)
    objects = CreatedObjects(storeID: storeID, takeKeys: target.takeKeys)
  }

  /// Returns the new ID of an object of an old entity; `nil` if its entity was removed.
  package func id(_ key: Int64, of old: String) -> ManagedObjectID? {
    guard let entity = names.newEntity(of: old), !entity.isAbstract else { return nil }
    return ManagedObjectID(entityName: entity.name, key: key, storeID: storeID)
  }

  /// Runs the custom step of an old entity for a row.
  ///
  /// - Parameters:
  ///   - values: The values of the attributes that it reads.
  ///   - ends: The keys and old entities of the objects of the relationships that it reads.
  package func split(
    _ key: Int64, of old: EntityDescription, values: [String: AttributeValue],
    ends: [String: [(key: Int64, entity: String)]]
  ) throws {
    guard let split = custom.split(of: old) else { return }
    let own = id(key, of: old.name)
    var row = StoreMigration.Row(
      own ?? ManagedObjectID(entityName: old.name, key: key, storeID: storeID), values: values,
      ends: ends.mapValues { $0.compactMap { id($0.key, of: $0.entity) } }, made: objects)
    try split.make(&row)
    if own == nil {
      dropped.formUnion([old.name, names.newEntity(of: old.name)?.name ?? old.name])
    }
    var isDropped = false
    for edit in row.edits {
      switch edit {
      case .make(let id, let values):
        try target.insert(id, self.values(values, of: id.entityName))
        made.insert(id.entityName)
        touched.insert(id.entityName)
      case .link(let id, let relationship, let other):
        try link(id, relationship, other)
        touched.formUnion([id.entityName, other.entityName])
      case .drop: isDropped = true
      }
    }
    guard isDropped, let own else { return }
    try target.drop(own)
    dropped.insert(own.entityName)
    touched.insert(own.entityName)
  }

  // MARK: Objects

  /// Returns the values of all persistent properties of a new object.
  private func values(
    _ given: [String: AttributeValue], of name: String
  ) throws(PersistentStoreError) -> [AttributeValue] {
    guard let entity = model[name] else {
      let known = model.entities.map(\.name)
      throw .invalidObject(place: name, reason: "is not an entity of it" + hint(name, among: known))
    }
    if entity.isAbstract { throw .invalidObject(place: name, reason: "is an abstract entity") }
    let properties = entity.persistentProperties
    let settable = properties.compactMap(\.asAttribute).filter { $0.derivation == nil }.map(\.name)
    for name in given.keys.sorted() where !settable.contains(name) {
      throw .invalidObject(
        place: "\(entity.name).\(name)",
        reason: "is not an attribute that is stored and set" + hint(name, among: settable))
    }
    var values: [AttributeValue] = []
    for property in properties {
      guard let attribute = property.asAttribute, attribute.derivation == nil else {
        values.append(.null)
        continue
      }
      values.append(
        try CustomSteps.value(
          given[attribute.name] ?? attribute.initialValue(at: date), of: attribute,
          at: "\(entity.name).\(attribute.name)"))
    }
    return values
  }

  private func hint(_ name: String, among names: [String]) -> String {
    nearMiss(name, in: names.sorted()).map { " (did you mean \($0)?)" } ?? ""
  }

  // MARK: Links

  private typealias End = (position: Int, relationship: RelationshipDescription)

  private func end(_ name: String, of entity: String) -> End? {
    guard let properties = model[entity]?.persistentProperties,
      let position = properties.firstIndex(where: { $0.name.hasSameBytes(as: name) }),
      let relationship = properties[position].asRelationship
    else { return nil }
    return (position, relationship)
  }

  private func link(_ id: ManagedObjectID, _ name: String, _ other: ManagedObjectID) throws {
    let place = "\(id.entityName).\(name)"
    guard let end = end(name, of: id.entityName) else {
      let known = model[id.entityName]?.relationships.filter { !$0.isTransient }.map(\.name) ?? []
      throw PersistentStoreError.invalidObject(
        place: place, reason: "is not a stored relationship" + hint(name, among: known))
    }
    let (position, relationship) = end
    guard model.entity(other.entityName, isKindOf: relationship.destination) else {
      throw PersistentStoreError.invalidObject(
        place: place, reason: "leads to \(relationship.destination), and not to \(other.entityName)"
      )
    }
    for id in [id, other] where try id.storeID != storeID || !target.isThere(id) {
      throw PersistentStoreError.invalidObject(
        place: place,
        reason:
          "concerns \(id.entityName) \(id.key), which does not exist: it was dropped, or made "
          + "by a migration that failed")
    }
    let inverse = relationship.inverse.flatMap { self.end($0, of: other.entityName) }
    if !relationship.isToMany { return try setEnd(id, position, inverse, to: other) }
    guard let inverse, !inverse.relationship.isToMany else {
      try target.change(id, at: position, adding: other, removing: nil)
      if let inverse {
        try target.change(other, at: inverse.position, adding: id, removing: nil)
      }
      return
    }
    try setEnd(other, inverse.position, end, to: id)
  }

  /// Sets a to-one relationship to an object and updates the inverses of the new and the former link.
  private func setEnd(
    _ id: ManagedObjectID, _ position: Int, _ inverse: End?, to other: ManagedObjectID
  ) throws {
    let former = try target.end(of: id, at: position)
    if former == other { return }
    if let inverse, let former {
      // The former object may have another entity, with the inverse at another position.
      try unlink(former, inverse.relationship.name, from: id)
    }
    try target.setEnd(of: id, at: position, to: other)
    guard let inverse else { return }
    if inverse.relationship.isToMany {
      return try target.change(other, at: inverse.position, adding: id, removing: nil)
    }
    if let owner = try target.end(of: other, at: inverse.position), owner != id,
      let name = inverse.relationship.inverse
    {
      try unlink(owner, name, from: other)
    }
    try target.setEnd(of: other, at: inverse.position, to: id)
  }

  private func unlink(_ id: ManagedObjectID, _ name: String, from other: ManagedObjectID) throws {
    guard let end = end(name, of: id.entityName), try target.isThere(id) else { return }
    if end.relationship.isToMany {
      try target.change(id, at: end.position, adding: nil, removing: other)
    } else {
      try target.setEnd(of: id, at: end.position, to: nil)
    }
  }

  // MARK: At the end

  /// The relationships to check at the end, with the entities of their objects: required ones that may have too few
  /// or too many objects after splits.
  package var suspects: [(entity: EntityDescription, relationship: RelationshipDescription)] {
    if custom.keepsInvalid { return [] }
    return model.entities.filter { !$0.isAbstract }.flatMap { entity in
      let isConcerned =
        made.contains(entity.name)
        || names.oldEntity(of: entity.name).map { custom.split(of: $0) != nil } ?? false
      return entity.persistentProperties.compactMap(\.asRelationship).filter { relationship in
        !relationship.admits(0)
          && (isConcerned || dropped.contains { isKind($0, of: relationship.destination) })
          || isConcerned && relationship.maximumCount > 0
      }.map { (entity, $0) }
    }
  }

  /// Returns whether a relationship may have led to objects of an entity, which may be removed now.
  private func isKind(_ name: String, of destination: String) -> Bool {
    if model.entity(name, isKindOf: destination) { return true }
    return names.oldEntity(of: destination).map { names.old.entity(name, isKindOf: $0.name) }
      ?? false
  }

  /// Rejects objects with too few or too many related objects.
  ///
  /// - Parameters:
  ///   - count: The number of such objects.
  ///   - keys: The first few of them.
  package func reject(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, count: Int, keys: [Int64]
  ) throws(PersistentStoreError) {
    if count == 0 { return }
    let first = keys.prefix(3).map { "\(entity.name) \($0)" }.joined(separator: ", ")
    throw .invalidObject(
      place: "\(entity.name).\(relationship.name)",
      reason: "must lead to \(relationship.countsInWords), and does not for"
        + " \(count == 1 ? "1 object" : "\(count) objects"): \(first)"
        + (count > 3 ? ", …" : ""))
  }
}

extension RelationshipDescription {
  fileprivate var countsInWords: String {
    let least = fewest == 1 ? "an object" : "at least \(fewest) objects"
    return (isOptional ? "none, or " : "") + least
      + (isToMany && maximumCount > 0 ? ", and \(maximumCount) at most" : "")
  }
}
