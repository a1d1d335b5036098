import ArmatureModel

/// The indexes, which follow what was written since they were last asked.
extension ObjectGraph {
  /// Takes an object out of the indexes; its values are still those that it was added with.
  func unindex(_ object: ManagedObject) {
    guard object.row.state.contains(.indexed) else { return }
    object.row.state.remove(.indexed)
    for position in indexes.indices where indexes[position].covers(object.shape) {
      indexes[position].remove(object)
    }
    for position in orderedIndexes.indices where orderedIndexes[position].covers(object.shape) {
      orderedIndexes[position].remove(object)
    }
  }

  /// Brings the indexes up to date, and has further writes to the objects noticed that they have.
  ///
  /// - Complexity: O(*n*) in the objects that were inserted or changed since this was last called.
  func updateIndexes() {
    if touched.isEmpty { return }
    for handle in inOrder(touched) {
      guard let object = slots.pointee[handle].object else { continue }
      object._withUnsafeGuaranteedRef { object in
        let row = object.row
        row.state.insert(.watched)
        if row.state.contains(.reading) { return waiting.append(handle) }
        row.state.remove(.touched)
        guard row.state.isDisjoint(with: .indexed | .deleted) else { return }
        row.state.insert(.indexed)
        for position in indexes.indices where indexes[position].covers(object.shape) {
          indexes[position].insert(object)
        }
        for position in orderedIndexes.indices
        where orderedIndexes[position].covers(object.shape) {
          orderedIndexes[position].insert(object)
        }
      }
    }
    touched.removeAll(keepingCapacity: touched.count <= 1024)
  }

  /// Has the indexes look at the objects whose values were being read.
  func indexRead() {
    touched += waiting
    waiting = []
  }

  /// Has every further write noticed.
  ///
  /// - Complexity: O(*n*) in the objects that were inserted or changed since the last mark.
  func watchAll() {
    updateIndexes()
    for handle in inOrder(unwatched) {
      guard let object = slots.pointee[handle].object else { continue }
      object._withUnsafeGuaranteedRef { object in
        object.row.state.remove(.touched)
        object.row.state.insert(.watched)
      }
    }
    unwatched.removeAll(keepingCapacity: unwatched.count <= 1024)
    staleCount = 0
  }

  /// Whether any two objects agree in what is unique.
  var hasConflicts: Bool {
    updateIndexes()
    return indexes.contains(where: \.hasGroups)
  }

  /// Whether there may be objects that are deleted and could come back.
  var hasDeletedObjects: Bool {
    !changes.deleted.isEmpty || journal.recordsUndo || hasForgottenErased
  }

  /// The object with an ID, if it is there; none for an ID that names another entity than the object's.
  func object(for id: ManagedObjectID) -> ManagedObject? {
    guard id.storeID == storeID, let handle = handle(forKey: id.key),
      let object = slots.pointee.anyObject(handle), !object.isTakenOut,
      object.runtime.entity.name == id.entityName
    else { return nil }
    return object
  }

  /// The object of an entity, or of one that inherits from it, with an identifying value.
  ///
  /// - Complexity: O(1) on average, beside what was changed since the last call.
  func object(ofEntityAt position: Int, identifiedBy value: AttributeValue) -> ManagedObject? {
    guard let identity = identityIndex(ofEntityAt: position) else { return nil }
    updateIndexes()
    return indexes[identity].object(
      value, model.tree.order(at: position)...model.tree.lastOrder(at: position))
  }

  /// The objects with the identity of an object, itself among them; `nil` if it is the only one.
  func identityGroup(
    of object: ManagedObject
  ) -> (first: Handle, others: ArraySlice<Handle>)? {
    guard let identity = identityIndex(ofEntityAt: object.shape.pointee.index) else { return nil }
    updateIndexes()
    return indexes[identity].group(of: object)
  }
}
