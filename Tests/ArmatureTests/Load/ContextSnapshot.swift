@testable import Armature

/// The visible state of a context and its objects, to compare two moments.
struct ContextSnapshot: Equatable, CustomStringConvertible {
  private struct Object: Equatable {
    let id: ManagedObjectID
    let state: ObjectState
    let hasChanges: Bool
    let hasPersistentChanges: Bool
    let values: [String: AttributeValue]
    let primitives: [String: AttributeValue]
    let changed: [String: AttributeValue]
    let committed: [String: AttributeValue]

    init(_ object: ManagedObject) {
      id = object.objectID
      state = object.objectState
      hasChanges = object.hasChanges
      hasPersistentChanges = object.hasPersistentChangedValues
      values = Dictionary(object.properties.map { ($0.key, $0.value) }) { $1 }
      primitives = Dictionary(
        object.properties.keys.map { ($0, (try? object.primitiveValue(forKey: $0)) ?? .null) }
      ) { $1 }
      changed = object.changedValues
      committed = object.committedValues()
    }
  }

  /// The compared objects, without deleted ones.
  let ids: Set<ManagedObjectID>
  private let objects: [Object]
  private let deleted: [Object]
  private let inserted: [ManagedObjectID]
  private let updated: [ManagedObjectID]
  private let hasChanges: Bool
  /// The identities of the objects, rather than their values.
  private let identities: [ObjectIdentifier]

  /// - Parameter ids: The objects to compare. By default all objects with loaded values, so that no fault is filled.
  init(_ context: ManagedObjectContext, only ids: Set<ManagedObjectID>? = nil) {
    let registered = context.registeredObjects.filter {
      ids?.contains($0.objectID) ?? !$0.row.state.contains(.fault)
    }
    self.ids = Set(registered.map(\.objectID))
    objects = registered.map(Object.init)
    deleted = context.deletedObjects.map(Object.init)
    inserted = context.insertedObjects.map(\.objectID)
    updated = context.updatedObjects.map(\.objectID)
    hasChanges = context.hasChanges
    identities = registered.map(ObjectIdentifier.init)
  }

  var description: String {
    (objects + deleted).map { object in
      let values = object.values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      let changed = object.changed.keys.sorted().joined(separator: " ")
      return "\(object.id) \(object.state) {\(values.joined(separator: ", "))} changed: \(changed)"
    }.joined(separator: "\n")
  }
}
