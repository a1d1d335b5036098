import ArmatureModel

/// A relationship of an entity as plain data.
struct LinkPlan {
  let place: RowPlace
  /// The numbers of the destination entity and its descendants.
  let firstOrder: Int32
  let lastOrder: Int32
  /// The position of the inverse in its entity; -1 without an inverse.
  let inverseIndex: Int32
  let isInverseToMany: Bool
  let isToMany: Bool
  let deleteRule: DeleteRule
  /// Whether the link may lead to a deleted object.
  let mayDangle: Bool
  /// Whether the link may remain even after the deletion is saved, because no rule clears it or prevents the deletion.
  let mayBeLeft: Bool
  /// Whether a uniqueness constraint includes the relationship.
  let isUnique: Bool
  /// Whether a deletion must load all objects at the other end. They may prevent the deletion, be deleted with the
  /// object, or depend on it.
  let isNeededToDelete: Bool

  /// Whether a store must not clear the links of other rows to a deleted row. The version of the deleted row protects
  /// the row's own links.
  var isGuarded: Bool {
    isNeededToDelete && (isToMany || hasInverse && !isInverseToMany)
  }

  var hasInverse: Bool { inverseIndex >= 0 }

  /// Returns whether objects of an entity may be at the other end. The entity is given by its number in the tree.
  @inline(__always) func admits(order: Int32) -> Bool {
    order >= firstOrder && order <= lastOrder
  }
}
