@testable import Armature

/// The complete state of a context as values, to compare two moments deeply.
struct GraphSnapshot: Equatable, CustomStringConvertible {
  private var objects: [ManagedObjectID: [String: AttributeValue]] = [:]
  private var order: [ManagedObjectID] = []

  init(_ context: ManagedObjectContext) {
    for object in context.registeredObjects {
      order.append(object.objectID)
      objects[object.objectID] = Dictionary(
        uniqueKeysWithValues: object.properties.map { ($0.key, $0.value) })
    }
  }

  var description: String {
    order.map { id in
      let values = (objects[id] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "\(id) \(values.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}

/// Returns the broken invariants of a context.
///
/// - Parameter fillsFaults: Whether to check objects that were never read, too.
func brokenInvariants(
  of context: ManagedObjectContext, fillsFaults: Bool = true
) -> [String] {
  let links = context.registeredObjects.filter { !$0.row.state.contains(.fault) }.flatMap {
    object in
    object.runtime.links.flatMap { brokenInvariants(of: object, $0, fillsFaults) }
  }
  return GraphInvariants(context.graph).check() + links
}

private func brokenInvariants(
  of object: ManagedObject, _ property: StoredProperty, _ fillsFaults: Bool
) -> [String] {
  guard let relationship = property.description.asRelationship else { return [] }
  let place = "\(object.objectID).\(property.name)"
  let row = object.row
  if property.kind == .objects, !row.list(property.place).isLoaded {
    // Without loading it, nothing can be checked.
    if !fillsFaults { return [] }
    _ = object.loadedList(property.place)
  }
  let all =
    property.kind == .object
    ? [row.link(property.place).handle].filter { !$0.isNone }
    : Array(row.list(property.place).handles)
  var broken: [String] = []
  if row.isPresent(property.place) == all.isEmpty { broken.append("\(place) has a wrong presence") }
  if property.kind == .objects, !row.list(property.place).isConsistent {
    broken.append("\(place) is a list that does not agree with itself")
  }
  for handle in all {
    guard let other = object.graph?.object(handle) else {
      if !object.shape.link(at: property.place).mayDangle {
        broken.append("\(place) leads to an object that is deleted")
      }
      continue
    }
    if other.managedObjectContext !== object.managedObjectContext {
      broken.append("\(place) leads out of the context")
    }
    guard let inverse = relationship.inverse, fillsFaults || !other.row.state.contains(.fault)
    else { continue }
    if !other.many(inverse).contains(object), other.one(inverse) !== object {
      broken.append("\(place) leads to \(other.objectID), which does not lead back")
    }
  }
  return broken
}

extension ManagedObject {
  /// The key of the object's ID as an integer, as in reference graphs.
  final var graphKey: Int { Int(objectID.key) }
}

extension ObjectGraph {
  /// Returns the first object of an entity with a value in a unique property.
  func object(
    of entity: String, where property: String, is value: AttributeValue
  ) -> ManagedObject? {
    indexes.update()
    let orders = model.tree.orders(of: entity)
    let index = indexes.unique.first {
      $0.constraint.properties == [property] && $0.constraint.orders.contains(orders.lowerBound)
    }
    return index?.object(value, orders)
  }
}
