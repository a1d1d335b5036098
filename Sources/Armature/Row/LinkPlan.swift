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
  /// Whether it may do so even after the deletion is saved: no rule clears the link or forbids the deletion.
  let mayBeLeft: Bool
  /// Whether a uniqueness constraint includes the relationship.
  let isUnique: Bool
  /// Whether a deletion must know all objects at the other end: they may deny it, are deleted with it, or depend on the
  /// deleted object.
  let isNeededToDelete: Bool

  /// Whether a store must not clear links of other rows to a deleted row. A link of the row itself is protected by its
  /// version.
  var isGuarded: Bool {
    isNeededToDelete && (isToMany || hasInverse && !isInverseToMany)
  }

  var hasInverse: Bool { inverseIndex >= 0 }

  /// Returns whether objects of an entity, given its number in the tree, may be at the other end.
  @inline(__always) func admits(order: Int32) -> Bool {
    order >= firstOrder && order <= lastOrder
  }
}
