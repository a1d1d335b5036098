package import ArmatureModel

/// Access to one object after another, without the time for listing them all.
extension ManagedObjectContext {
  /// Returns the number of positions for objects of an entity and its sub-entities.
  ///
  /// - Complexity: O(1) in the number of objects.
  package func positionCount(of entityName: String) -> Int {
    runtime.tree.branch(of: entityName).reduce(0) { $0 + graph.keys.extents[$1].handles.count }
  }

  /// Returns the object at a position, in the order of insertion within each entity; `nil` if it has been removed.
  ///
  /// - Complexity: O(1) in the number of objects.
  package func object(of entityName: String, at position: Int) -> ManagedObject? {
    var rest = position
    for index in runtime.tree.branch(of: entityName) {
      let count = graph.keys.extents[index].handles.count
      if rest < count { return graph.slots.object(graph.keys.extents[index].handles[rest]) }
      rest -= count
    }
    return nil
  }

  /// Returns whether an object has a value for a unique property of an entity.
  ///
  /// - Complexity: O(1) on average, plus the objects changed since the last call.
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
