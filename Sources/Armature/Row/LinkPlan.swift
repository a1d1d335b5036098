import ArmatureModel

/// A relationship of an entity as plain data.
struct LinkPlan {
  let place: RowPlace
  /// The numbers of the entity at the other end and of those that inherit from it.
  let firstOrder: Int32
  let lastOrder: Int32
  /// The position of the inverse in its entity; -1 if there is none.
  let inverseIndex: Int32
  let isInverseToMany: Bool
  let isToMany: Bool
  let deleteRule: DeleteRule
  /// Whether the link may lead to an object that was deleted.
  let mayDangle: Bool
  /// Whether it may do so even when the deletion has been saved: no rule clears it, and none forbids.
  let mayBeLeft: Bool
  /// Whether some constraint says that objects differ in it, alone or with others.
  let isUnique: Bool
  /// Whether a deletion must know all objects at the other end: it is denied by them, deletes them, or takes from
  /// them what they need.
  let isNeededToDelete: Bool

  /// Whether a store must not clear links of others to a deleted row; a link of the row itself has its version.
  var isGuarded: Bool {
    isNeededToDelete && (isToMany || hasInverse && !isInverseToMany)
  }

  var hasInverse: Bool { inverseIndex >= 0 }

  /// Whether objects of an entity, by its number in the tree, may be at the other end.
  @inline(__always) func admits(order: Int32) -> Bool {
    order >= firstOrder && order <= lastOrder
  }
}
