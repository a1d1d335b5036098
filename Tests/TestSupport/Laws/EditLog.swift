import Armature
import ArmatureModel

/// The changes to a context since its last save, in the order of the calls.
struct EditLog {
  private enum Edit {
    case insert(ManagedObjectID)
    case delete(ManagedObjectID)
    /// An attribute or to-one relationship was set to a value, or may have changed together with another one.
    case set(ManagedObjectID, String, AttributeValue?)
    /// A member was added to or removed from a many-to-many relationship or one without an inverse.
    case member(ManagedObjectID, String, ManagedObjectID, isThere: Bool)
  }

  private var edits: [Edit] = []

  mutating func insert(_ id: ManagedObjectID) { edits.append(.insert(id)) }
  mutating func delete(_ id: ManagedObjectID) { edits.append(.delete(id)) }
  mutating func set(_ id: ManagedObjectID, _ name: String, _ value: AttributeValue? = nil) {
    // A deletion in between must find it as it did.
    let former = edits.firstIndex { if case .set(id, name, _) = $0 { true } else { false } }
    if let former {
      edits[former] = .set(id, name, value)
    } else {
      edits.append(.set(id, name, value))
    }
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

  mutating func append(_ other: EditLog) {
    for edit in other.edits {
      switch edit {
      case .insert(let id): insert(id)
      case .delete(let id): delete(id)
      case .set(let id, let name, let value): set(id, name, value)
      case .member(let id, let name, let end, let isThere):
        member(id, name, end, isThere: isThere)
      }
    }
  }

  /// Returns the remaining effect of the edits, with the context's current values.
  func effect(in context: ManagedObjectContext) throws -> [EditEffect] {
    let inserted = Set(context.insertedObjects.map(\.objectID))
    let deleted = Set(context.deletedObjects.map(\.objectID))
    let effects: [EditEffect] = try edits.compactMap { edit in
      switch edit {
      case .insert(let id): return inserted.contains(id) ? .insert(id) : nil
      case .delete(let id): return deleted.contains(id) ? .delete(id) : nil
      case .set(let id, let name, let last):
        // A cascade may have reached it by this link.
        if deleted.contains(id) { return last.map { .set(id, name, $0) } }
        guard let object = try context.found(id) else { return nil }
        let value: AttributeValue = try object.value(forKey: name)
        let former = object.committedValues(forKeys: [name])[name]
        if !inserted.contains(id), former == value { return nil }
        // Another edit took this link away. A link that another context has created since must stay.
        if last == nil, value.isNull, case .object(let end)? = former {
          return .part(id, name, end)
        }
        if case .object(let end) = value { return .lead(id, name, to: end, from: former?.object) }
        return .set(id, name, value)
      case .member(let id, let name, let member, let isThere):
        if deleted.contains(id) || deleted.contains(member) { return nil }
        return .member(id, name, member, isThere: isThere)
      }
    }
    // A link may have been set before the object was inserted that it leads to now.
    return effects.filter(\.isInsertion) + effects.filter { !$0.isInsertion }
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

  fileprivate var isInsertion: Bool { if case .insert = self { true } else { false } }
}
