@testable import Armature

/// Everything that a context has, as values: to compare two moments deeply.
struct GraphSnapshot: Equatable, CustomStringConvertible {
  private var objects: [ManagedObjectID: [String: AttributeValue]] = [:]
  private var order: [ManagedObjectID] = []

  init(_ context: ManagedObjectContext) {
    for object in context.registeredObjects {
      order.append(object.objectID)
      objects[object.objectID] = Dictionary(
        uniqueKeysWithValues: object.map { ($0.key, $0.value) })
    }
  }

  var description: String {
    order.map { id in
      let values = (objects[id] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "\(id) \(values.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}

/// What must hold in every context at every moment, and does not; empty if all is well.
func brokenInvariants(of context: ManagedObjectContext) -> [String] {
  context.registeredObjects.flatMap { object in
    object.runtime.layout.relationshipSlots.flatMap { brokenInvariants(of: object, $0) }
  }
}

private func brokenInvariants(of object: ManagedObject, _ slot: RowLayout.Slot) -> [String] {
  guard let relationship = slot.property.asRelationship else { return [] }
  let place = "\(object.objectID).\(slot.name)"
  let all =
    slot.kind == .object
    ? [object.row.object(slot)].compactMap { $0 } : Array(object.row.list(slot).pointee.objects)
  var broken: [String] = []
  if Set(all).count != all.count { broken.append("\(place) has an object twice") }
  if object.row.isPresent(slot) == all.isEmpty { broken.append("\(place) has a wrong presence") }
  if slot.kind == .objects, object.row.list(slot).pointee.count != all.count {
    broken.append("\(place) has a wrong count")
  }
  for other in all {
    guard other.isThere else {
      if !object.runtime.program.danglingSlots.contains(where: { $0.name == slot.name }) {
        broken.append("\(place) leads to \(other.objectID), which is deleted")
      }
      continue
    }
    if other.context !== object.context { broken.append("\(place) leads out of the context") }
    guard let inverse = relationship.inverse else { continue }
    if !other.many(inverse).contains(object), other.one(inverse) !== object {
      broken.append("\(place) leads to \(other.objectID), which does not lead back")
    }
  }
  return broken
}
