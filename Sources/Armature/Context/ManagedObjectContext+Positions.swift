package import ArmatureModel

/// Questions that are asked for one object after another, and so must not take the time of them all.
extension ManagedObjectContext {
  /// The number of positions that objects of an entity, or of its sub-entities, stand at.
  ///
  /// - Complexity: O(1) in the number of objects.
  package func positionCount(of entityName: String) -> Int {
    runtime.tree.branch(of: entityName).reduce(0) { $0 + graph.keys.extents[$1].handles.count }
  }

  /// The object at a position: each entity's in the order of insertion; `nil` if it has left.
  ///
  /// - Complexity: O(1) in the number of objects.
  package func object(of entityName: String, at position: Int) -> ManagedObject? {
    var rest = position
    for index in runtime.tree.branch(of: entityName) {
      let count = graph.keys.extents[index].handles.count
      if rest < count { return graph.slots.pointee.object(graph.keys.extents[index].handles[rest]) }
      rest -= count
    }
    return nil
  }

  /// Whether an object has a value for a property in which those of an entity must differ.
  ///
  /// - Complexity: O(1) on average, beside the objects that were changed since the last call.
  package func hasObject(
    of entityName: String, with value: AttributeValue, for property: String
  ) -> Bool {
    let orders = runtime.tree.orders(of: entityName)
    let position = graph.indexes.unique.firstIndex { index in
      index.constraint.properties == [property]
        && index.constraint.orders.contains(orders.lowerBound)
    }
    guard let position else { return false }
    graph.indexes.update()
    return graph.indexes.unique[position].object(value, orders) != nil
  }
}
