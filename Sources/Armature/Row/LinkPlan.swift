import ArmatureModel

/// A relationship of an entity: a handle of plain data, which the entity's shape contains.
struct LinkPlan {
  /// The data itself.
  struct Facts {
    let place: RowPlace
    let firstOrder: Int32
    let lastOrder: Int32
    let inverseIndex: Int32
    let isInverseToMany: Bool
    let isToMany: Bool
    let deleteRule: DeleteRule
    let mayDangle: Bool
    let mayBeLeft: Bool
    let isUnique: Bool
    let isNeededToDelete: Bool
  }

  private let facts: UnsafePointer<Facts>

  @_transparent init(_ facts: UnsafePointer<Facts>) { self.facts = facts }

  @_transparent var place: RowPlace { facts.pointee.place }
  @_transparent var isToMany: Bool { facts.pointee.isToMany }
  @_transparent var deleteRule: DeleteRule { facts.pointee.deleteRule }
  /// Whether the link may lead to a deleted object.
  @_transparent var mayDangle: Bool { facts.pointee.mayDangle }
  /// Whether the link may remain even after the deletion is saved, because no rule clears it or prevents the deletion.
  @_transparent var mayBeLeft: Bool { facts.pointee.mayBeLeft }
  /// Whether a uniqueness constraint includes the relationship.
  @_transparent var isUnique: Bool { facts.pointee.isUnique }
  /// Whether a deletion must load all objects at the other end. They may prevent the deletion, be deleted with the
  /// object, or depend on it.
  @_transparent var isNeededToDelete: Bool { facts.pointee.isNeededToDelete }

  /// Whether a store must not clear the links of other rows to a deleted row. The version of the deleted row protects
  /// the row's own links.
  var isGuarded: Bool {
    isNeededToDelete && (isToMany || hasInverse && !isInverseToMany)
  }

  // MARK: The other end

  /// The position of the inverse in its entity; -1 without an inverse.
  @_transparent var inverseIndex: Int32 { facts.pointee.inverseIndex }
  @_transparent var hasInverse: Bool { inverseIndex >= 0 }
  @_transparent var isInverseToMany: Bool { facts.pointee.isInverseToMany }

  /// Returns whether objects of an entity may be at the other end. The entity is given by its number in the tree.
  @inline(__always) func admits(order: Int32) -> Bool {
    order >= facts.pointee.firstOrder && order <= facts.pointee.lastOrder
  }

  /// Returns whether objects of an entity may be at the other end.
  @inline(__always) func admits(_ shape: EntityShape) -> Bool { admits(order: shape.order) }

  /// Returns the place of the inverse relationship in the rows of the entity at the other end.
  @inline(__always) func inverse(in shape: EntityShape) -> RowPlace {
    shape.places.baseAddress.unsafelyUnwrapped[Int(inverseIndex)]
  }
}
