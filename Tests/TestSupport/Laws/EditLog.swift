import Armature
import ArmatureModel

/// The changes to a context since its last save, in the order of the calls.
struct EditLog {
  private enum Edit {
    case insert(ManagedObjectID)
    case delete(ManagedObjectID)
    /// An attribute or to-one relationship was set to a value, or may have changed together with another one. A saved
    /// link is cut if it was cleared only from its other end.
    case set(ManagedObjectID, String, AttributeValue?, isCut: Bool)
    /// A member was added to or removed from a many-to-many relationship or one without an inverse.
    case member(ManagedObjectID, String, ManagedObjectID, isThere: Bool)
  }

  private var edits: [Edit] = []

  mutating func insert(_ id: ManagedObjectID) { edits.append(.insert(id)) }
  mutating func delete(_ id: ManagedObjectID) { edits.append(.delete(id)) }
  mutating func set(
    _ id: ManagedObjectID, _ name: String, _ value: AttributeValue?, isCut: Bool = false
  ) {
    // A deletion in between must find it as it did.
    let edit = Edit.set(id, name, value, isCut: isCut)
    if let former = position(of: id, name) { edits[former] = edit } else { edits.append(edit) }
  }

  /// Records that a to-one relationship has changed together with another one.
  mutating func follow(_ id: ManagedObjectID, _ name: String, isNone: Bool, isCut: Bool) {
    set(id, name, nil, isCut: isNone && (isCut || self.isCut(id, name) == true))
  }

  /// Returns whether a property is cut; `nil` if it was not set.
  private func isCut(_ id: ManagedObjectID, _ name: String) -> Bool? {
    guard let position = position(of: id, name), case .set(_, _, _, let isCut) = edits[position]
    else { return nil }
    return isCut
  }

  private func position(of id: ManagedObjectID, _ name: String) -> Int? {
    edits.firstIndex { if case .set(id, name, _, _) = $0 { true } else { false } }
  }

  mutating func member(
    _ id: ManagedObjectID, _ name: String, _ member: ManagedObjectID, isThere: Bool
  ) {
    let count = edits.count
    edits.removeAll {
      if case .member(id, name, member, isThere: !isThere) = $0 { true } else { false }
    }
    // Adding and removing a member changes nothing.
    if edits.count == count { edits.append(.member(id, name, member, isThere: isThere)) }
  }

  /// Adds the edits of a child context, which has saved them.
  mutating func append(_ other: EditLog) {
    for edit in other.edits {
      switch edit {
      case .insert(let id): insert(id)
      case .delete(let id): delete(id)
      case .set(let id, let name, let value, let isCut):
        // The child has cleared a link of the store only if the link was unchanged in the parent.
        set(id, name, value, isCut: isCut && self.isCut(id, name) != false)
      case .member(let id, let name, let end, let isThere):
        member(id, name, end, isThere: isThere)
      }
    }
  }

  /// Returns the edits without properties that have their saved values.
  func changed(in context: ManagedObjectContext) throws -> EditLog {
    let fixed = Set((context.insertedObjects + context.deletedObjects).map(\.objectID))
    var log = self
    log.edits = try edits.filter { edit in
      guard case .set(let id, let name, _, _) = edit, !fixed.contains(id),
        let object = try context.found(id)
      else { return true }
      return try object.value(forKey: name) != object.committedValues(forKeys: [name])[name]
    }
    return log
  }

  /// Returns the remaining effect of the edits, with the context's current values.
  func effect(in context: ManagedObjectContext) throws -> [EditEffect] {
    let inserted = Set(context.insertedObjects.map(\.objectID))
    let deleted = Set(context.deletedObjects.map(\.objectID))
    let effects: [EditEffect] = try edits.compactMap { edit in
      switch edit {
      case .insert(let id): return inserted.contains(id) ? .insert(id) : nil
      case .delete(let id): return deleted.contains(id) ? .delete(id) : nil
      case .set(let id, let name, let last, let isCut):
        // A cascade may have reached it by this link.
        if deleted.contains(id) { return last.map { .set(id, name, $0) } }
        guard let object = try context.found(id) else { return nil }
        let value: AttributeValue = try object.value(forKey: name)
        let former = object.committedValues(forKeys: [name])[name]
        if !inserted.contains(id), former == value { return nil }
        // A link that another context has saved since must stay.
        if isCut, value.isNull, case .object(let end)? = former {
          return .part(id, name, end)
        }
        if case .object(let end) = value { return .lead(id, name, to: end, from: former?.object) }
        return .set(id, name, value)
      case .member(let id, let name, let member, let isThere):
        if deleted.contains(id) || deleted.contains(member) { return nil }
        return .member(id, name, member, isThere: isThere)
      }
    }
    // A link may have been set before the object was inserted that it leads to now. A deletion leaves objects that the
    // same save has given to another owner.
    func part(_ order: EditEffect.Order) -> [EditEffect] {
      effects.filter { $0.order(deleted) == order }
    }
    return part(.insertion) + part(.change) + part(.deletion)
  }
}

extension AttributeValue {
  fileprivate var object: ManagedObjectID? { if case .object(let id) = self { id } else { nil } }
}

/// A change in the final effect of a save.
enum EditEffect {
  case insert(ManagedObjectID)
  case delete(ManagedObjectID)
  case set(ManagedObjectID, String, AttributeValue)
  /// A to-one relationship leads to an object. If that object no longer exists, the relationship only leaves the object
  /// that it led to before.
  case lead(ManagedObjectID, String, to: ManagedObjectID, from: ManagedObjectID?)
  /// A to-one relationship no longer leads to an object.
  case part(ManagedObjectID, String, ManagedObjectID)
  case member(ManagedObjectID, String, ManagedObjectID, isThere: Bool)

  /// The order of the effects in a replay.
  fileprivate enum Order { case insertion, change, deletion }

  /// Returns the place in the order. A change of an object that is deleted belongs to its deletion.
  fileprivate func order(_ deleted: Set<ManagedObjectID>) -> Order {
    switch self {
    case .insert: .insertion
    case .delete: .deletion
    case .set(let id, _, _): deleted.contains(id) ? .deletion : .change
    case .lead, .part, .member: .change
    }
  }

  /// Returns whether a save has nothing left to write, because it has merged the transactions of others that have the
  /// same effect.
  func isMerged(
    into transaction: StoreTransaction, after others: [StoreTransaction],
    _ model: ManagedObjectModel
  ) -> Bool {
    func isIn(_ id: ManagedObjectID, _ name: String, _ isSame: (AttributeValue) -> Bool) -> Bool {
      transaction.value(of: name, id, model) == nil
        && others.contains { $0.value(of: name, id, model).map(isSame) ?? false }
    }
    return switch self {
    case .set(let id, let name, let value): isIn(id, name) { $0 == value }
    case .lead(let id, let name, let end, _): isIn(id, name) { $0 == .object(end) }
    case .part(let id, let name, let end): isIn(id, name) { $0 != .object(end) }
    case .insert, .delete, .member: false
    }
  }
}

extension StoreTransaction {
  /// Returns the value to which an update sets a property.
  fileprivate func value(
    of name: String, _ id: ManagedObjectID, _ model: ManagedObjectModel
  ) -> AttributeValue? {
    let position = model[id.entityName]?.persistentProperties.firstIndex { $0.name == name }
    return changes.first { $0.id.key == id.key && $0.kind == .update }?.values
      .first { $0.property == position }?.value
  }
}
