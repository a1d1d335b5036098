@_spi(Invariants) import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The violations of laws in a context, as sentences; `nil` without violations.
extension ManagedObjectContext {
  private var changedObjects: [ManagedObject] { insertedObjects + updatedObjects + deletedObjects }

  /// A sentence about a change that is left after a save.
  var unsavedChange: String? {
    changedObjects.first.map { object in
      let values = object.changedValues.map { "\($0) to \($1)" }.sorted()
      return "\(object.objectID) has been changed during the save, after it was saved"
        + (values.isEmpty ? "." : ": \(values.joined(separator: ", ")).")
    }
  }

  /// A sentence about changes on which the objects and the context disagree.
  var wrongFlag: String? {
    let changed = Set(changedObjects.map(\.objectID))
    if hasChanges == changed.isEmpty {
      return "The context \(changed.isEmpty ? "has" : "has no") changes, but"
        + " \(changed.isEmpty ? "no object has" : "objects have") any."
    }
    for object in registeredObjects {
      if object.hasChanges != changed.contains(object.objectID) {
        return "\(object.objectID) is \(object.objectState), but its context does not list it "
          + "as such."
      }
      guard object.objectState == .unchanged,
        let (key, value) = object.changedValues.min(by: { $0.key < $1.key })
      else { continue }
      return "\(object.objectID) is unchanged, but its \(key) has changed to \(value)."
    }
    return checkInvariants().first
  }

  /// Whether everything is saved and valid. Only then must a copy be equal.
  private var isSettled: Bool { !hasChanges && validate().isValid }

  /// Returns the difference between the objects and the objects that another context loads from their JSON.
  func wrongCopy(_ copy: ManagedObjectContext) -> String? {
    // Invalid objects are rejected, and objects without an identity cannot be written. Both are correct.
    guard isSettled, let data = try? json() else { return nil }
    do {
      try copy.load(.data(data))
      return try copy.difference(from: self)
    } catch {
      return "The written data is rejected: \(error)"
    }
  }

  /// Returns the difference between the saved objects and the objects that another context reads from a store.
  func wrongReading(_ layouts: [String: GraphState.Layout]) -> String? {
    guard isSettled, let data = try? JSONEncoder().encode(ObjectArchive(registeredObjects)),
      let container = try? PersistentContainer(model: model)
    else { return nil }
    let writer = container.makeContext()
    // Objects that cannot be saved after they are read violate another law.
    guard
      let archive = try? JSONDecoder().decode(
        ObjectArchive.self, from: data, configuration: writer),
      archive.unresolvedLinks.isEmpty, (try? writer.save()) != nil
    else { return nil }
    let written = writer.registeredObjects
    let saved = GraphState(writer, layouts)
    let reader = container.makeContext()
    do {
      let read = try model.entities.flatMap { try reader.fetch($0.name) }
      defer { withExtendedLifetime((archive, written, read)) {} }
      return GraphState(reader, layouts).difference(from: saved)
    } catch {
      return "The saved objects cannot be read: \(error)"
    }
  }
}

extension ManagedObject {
  /// Returns a sentence about an attribute with another value than the one that was set.
  func difference(of key: String, from value: AttributeValue) -> String? {
    let found = self[key] ?? .null
    return found == value ? nil : "\(objectID).\(key) was set to \(value), but is \(found)."
  }

  /// A sentence about a value that changes when its Swift type writes and reads it.
  var lostValue: String? {
    for attribute in entity.attributes {
      guard let test = attribute.accepts, let value = self[attribute.name],
        let loss = test.loss(value)
      else { continue }
      return "\(objectID).\(attribute.name) does not keep its value: \(loss)"
    }
    return nil
  }
}
