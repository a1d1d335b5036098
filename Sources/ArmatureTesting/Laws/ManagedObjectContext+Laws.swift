@_spi(Invariants) import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What breaks the laws in a context, as sentences; `nil` if nothing does.
extension ManagedObjectContext {
  private var changedObjects: [ManagedObject] { insertedObjects + updatedObjects + deletedObjects }

  /// What is left to be saved after a save.
  var unsavedChange: String? {
    changedObjects.first.map { object in
      let values = object.changedValues.map { "\($0) to \($1)" }.sorted()
      return "\(object.objectID) has been changed during the save, after it was saved"
        + (values.isEmpty ? "." : ": \(values.joined(separator: ", ")).")
    }
  }

  /// In what objects and context do not agree on what has changed.
  var wrongFlag: String? {
    let changed = Set(changedObjects.map(\.objectID))
    if hasChanges == changed.isEmpty {
      return "The context \(changed.isEmpty ? "has" : "has no") changes, but"
        + " \(changed.isEmpty ? "no object has" : "objects have") any."
    }
    for object in registeredObjects {
      if object.hasChanges != changed.contains(object.objectID) {
        return "\(object.objectID) is \(object.objectState), but its context does not list it so."
      }
      guard object.objectState == .unchanged,
        let (key, value) = object.changedValues.min(by: { $0.key < $1.key })
      else { continue }
      return "\(object.objectID) is unchanged, but its \(key) has changed to \(value)."
    }
    return checkInvariants().first
  }

  /// Whether all that is there is saved and valid: only then must it be read back equal.
  private var isSettled: Bool { !hasChanges && validate().isValid }

  /// In what the objects differ from those that another context reads of their JSON.
  func wrongCopy(_ copy: ManagedObjectContext) -> String? {
    // What is invalid is refused, and what has no name cannot be written: both is as it should be.
    guard isSettled, let data = try? json() else { return nil }
    do {
      try copy.load(.data(data))
      return try copy.difference(from: self)
    } catch {
      return "What was written is refused: \(error)"
    }
  }

  /// In what the objects that another context reads from a store differ from those that were saved.
  func wrongReading(_ layouts: [String: GraphState.Layout]) -> String? {
    guard isSettled, let data = try? JSONEncoder().encode(ObjectArchive(registeredObjects)),
      let container = try? PersistentContainer(model: model)
    else { return nil }
    let writer = container.makeContext()
    // What cannot be saved as it is read breaks another law.
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
      return "What was saved cannot be read: \(error)"
    }
  }
}

extension ManagedObject {
  /// How an attribute differs from the value that it was set to.
  func difference(of key: String, from value: AttributeValue) -> String? {
    let found = self[key] ?? .null
    return found == value ? nil : "\(objectID).\(key) was set to \(value), but is \(found)."
  }

  /// A value that is another one when its Swift type has written and read it.
  var lostValue: String? {
    for attribute in entity.attributes {
      guard let test = attribute.accepts, let value = self[attribute.name],
        let loss = test.loss(value)
      else { continue }
      return "\(objectID).\(attribute.name) does not stay what it is: \(loss)"
    }
    return nil
  }
}
