import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The expected rows of a store, implemented as simply as possible with dictionaries and linear searches.
struct PlainRows: Sendable {
  /// A row with its lists.
  struct Object: Equatable, Sendable {
    let entity: String
    var version: UInt32 = 0
    /// The present values of attributes.
    var values: [String: AttributeValue] = [:]
    /// The links of relationships. A to-one relationship has at most one.
    var links: [String: [Int64]] = [:]
  }

  let model: ManagedObjectModel
  let storeID: UUID
  private(set) var objects: [Int64: Object] = [:]
  /// The members that were moved to the end of ordered relationships since the last transaction.
  private var moves: [Int64: [String: [Int64]]] = [:]

  init(_ model: ManagedObjectModel, storeID: UUID) {
    self.model = model
    self.storeID = storeID
  }

  // MARK: Reading

  func id(_ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entityName: objects[key]?.entity ?? "", key: key, storeID: storeID)
  }

  /// Returns the sorted keys of an entity's own rows.
  func keys(of entity: String) -> [Int64] {
    objects.keys.filter { objects[$0]?.entity == entity }.sorted()
  }

  /// Returns the sorted keys of the rows of an entity and its sub-entities.
  func keys(ofKind entity: String) -> [Int64] {
    objects.keys.filter { model.entity(objects[$0]?.entity ?? "", isKindOf: entity) }.sorted()
  }

  func list(_ key: Int64, _ name: String) -> [Int64] { objects[key]?.links[name] ?? [] }

  func entity(of key: Int64) -> EntityDescription? { objects[key].flatMap { model[$0.entity] } }

  func relationship(_ name: String, of key: Int64) -> RelationshipDescription? {
    entity(of: key)?.property(named: name)?.asRelationship
  }

  /// Returns the row that a store must have.
  func row(_ key: Int64) -> StoreRow? {
    guard let object = objects[key], let entity = model[object.entity] else { return nil }
    return StoreRow(
      id(key), version: object.version,
      values: entity.persistentProperties.map { value(of: $0, object) })
  }

  private func value(of property: PropertyDescription, _ object: Object) -> AttributeValue {
    guard let relationship = property.asRelationship else {
      return object.values[property.name] ?? .null
    }
    if relationship.isToMany { return .null }
    return object.links[property.name]?.first.map { .object(id($0)) } ?? .null
  }

  // MARK: Writing

  mutating func setVersion(of key: Int64, _ version: UInt32) { objects[key]?.version = version }

  mutating func insert(_ key: Int64, _ entity: String, _ values: [String: AttributeValue] = [:]) {
    objects[key] = Object(entity: entity, values: values.filter { !$0.value.isNull })
  }

  mutating func set(_ key: Int64, _ name: String, _ value: AttributeValue) {
    objects[key]?.values[name] = value.isNull ? Optional.none : value
  }

  /// Sets or clears a to-one relationship.
  mutating func link(_ key: Int64, _ name: String, _ target: Int64?) {
    for former in list(key, name) where former != target { unlink(key, name, former) }
    if let target { add(key, name, target) }
  }

  /// Adds a new member at the end. A to-one inverse loses its previous link.
  mutating func add(_ key: Int64, _ name: String, _ member: Int64) {
    guard !list(key, name).contains(member), let relationship = relationship(name, of: key) else {
      return
    }
    if !relationship.isToMany { for former in list(key, name) { unlink(key, name, former) } }
    if let inverse = relationship.inverse,
      self.relationship(inverse, of: member)?.isToMany == false
    {
      for former in list(member, inverse) { unlink(member, inverse, former) }
    }
    objects[key]?.links[name, default: []].append(member)
    if let inverse = relationship.inverse, !list(member, inverse).contains(key) {
      objects[member]?.links[inverse, default: []].append(key)
    }
  }

  mutating func unlink(_ key: Int64, _ name: String, _ member: Int64) {
    objects[key]?.links[name]?.removeAll { $0 == member }
    guard let inverse = relationship(name, of: key)?.inverse else { return }
    objects[member]?.links[inverse]?.removeAll { $0 == key }
  }

  /// Reorders the members of an ordered relationship.
  mutating func sort(_ key: Int64, _ name: String, _ members: [Int64]) {
    objects[key]?.links[name] = members
  }

  /// Moves a member of an ordered relationship to the end, which can be stored without reordering the others.
  mutating func moveToEnd(_ key: Int64, _ name: String, _ member: Int64) {
    guard let members = objects[key]?.links[name], members.contains(member) else { return }
    objects[key]?.links[name] = members.filter { $0 != member } + [member]
    moves[key, default: [:]][name, default: []].append(member)
  }

  /// Forgets the moves of members, after they were committed.
  mutating func forgetMoves() { moves = [:] }

  /// Deletes a row and all links to it.
  mutating func delete(_ key: Int64) {
    objects[key] = nil
    for (other, object) in objects {
      for (name, members) in object.links where members.contains(key) {
        objects[other]?.links[name] = members.filter { $0 != key }
      }
    }
  }

  // MARK: Transactions

  /// Returns the transaction from former rows to these. It contains both sides of each relationship. Inserted rows
  /// come first, deleted rows last.
  func transaction(since former: PlainRows) -> StoreTransaction {
    var (inserted, updated, deleted): ([StoreChange], [StoreChange], [StoreChange]) = ([], [], [])
    for key in objects.keys.sorted() {
      guard let object = objects[key] else { continue }
      let before = former.objects[key]
      if before == object { continue }
      let change = change(key, object, before, former)
      if before == nil { inserted.append(change) } else { updated.append(change) }
    }
    for key in former.objects.keys.sorted() where objects[key] == nil {
      deleted.append(
        StoreChange(former.id(key), .delete, version: former.objects[key]?.version ?? 0))
    }
    return StoreTransaction(inserted + updated + deleted)
  }

  private func change(
    _ key: Int64, _ object: Object, _ before: Object?, _ former: PlainRows
  ) -> StoreChange {
    var change = StoreChange(
      id(key), before == nil ? .insert : .update, version: before?.version ?? 0)
    for (position, property) in (model[object.entity]?.persistentProperties ?? []).enumerated() {
      if let relationship = property.asRelationship, relationship.isToMany {
        let (new, old) = (object.links[property.name] ?? [], before?.links[property.name] ?? [])
        if new == old || relationship.arity != .ordered && Set(new) == Set(old) { continue }
        change.links.append(
          links(position, relationship, new, old, before == nil ? nil : moves[key] ?? [:], former))
        continue
      }
      let value = value(of: property, object)
      let old = before.map { former.value(of: property, $0) } ?? .null
      if value != old { change.values.append(StoreChange.Value(property: position, value: value)) }
    }
    return change
  }

  /// Returns the change of a list.
  ///
  /// - Parameter moves: The members that were moved to the end of the row's lists, or `nil` for an inserted row.
  private func links(
    _ position: Int, _ relationship: RelationshipDescription, _ new: [Int64], _ old: [Int64],
    _ moves: [String: [Int64]]?, _ former: PlainRows
  ) -> StoreChange.Links {
    let (added, removed) = (
      new.filter { !old.contains($0) }, old.filter { !new.contains($0) }
    )
    guard relationship.arity == .ordered else {
      return StoreChange.Links(
        property: position, added: added.map(id), removed: removed.map(former.id))
    }
    let moved = (moves?[relationship.name] ?? []).filter { old.contains($0) && new.contains($0) }
    let last = new.filter { !old.contains($0) || moved.contains($0) }
    if moves != nil, new == old.filter({ new.contains($0) && !moved.contains($0) }) + last {
      return StoreChange.Links(
        property: position, added: last.map(id),
        removed: removed.map(former.id) + old.filter(moved.contains).map(id))
    }
    return StoreChange.Links(
      property: position, added: added.map(id), removed: removed.map(former.id),
      order: new.map(id))
  }
}

/// A plain row, for conditions that are written as closures.
struct PlainItem {
  let rows: PlainRows
  let key: Int64

  init(_ rows: PlainRows, _ key: Int64) {
    self.rows = rows
    self.key = key
  }

  func value(_ name: String) -> AttributeValue { rows.objects[key]?.values[name] ?? .null }

  func int(_ name: String) -> Int64? {
    if case .int(let value) = value(name) { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .string(let value) = value(name) { value } else { nil }
  }

  func one(_ name: String) -> PlainItem? { many(name).first }

  func many(_ name: String) -> [PlainItem] { rows.list(key, name).map { PlainItem(rows, $0) } }
}
