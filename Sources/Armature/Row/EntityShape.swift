import ArmatureModel

/// The data of an entity that rows and links need, as plain data behind a pointer.
///
/// Objects access this data without reference counting. All contexts of a model would share the reference count, so
/// each access would move it between the caches of the cores.
struct EntityShape {
  /// The place of each property, inherited ones first.
  let places: UnsafeMutableBufferPointer<RowPlace>
  /// The places of persistent properties: all but the transient ones.
  let persistent: UnsafeMutableBufferPointer<RowPlace>
  /// The places with memory that must be retained in copies and destroyed.
  let managed: UnsafeMutableBufferPointer<RowPlace>
  let links: UnsafeMutableBufferPointer<LinkPlan>
  /// The position in `links` of each relationship's plan; undefined for other properties.
  let linkPositions: UnsafeMutableBufferPointer<UInt16>
  let byteCount: Int
  let maskCount: Int
  /// The mask of the name table. Each row has this mask unless it is a fault or was removed.
  let tableMask: UInt32
  /// The position of the entity in its model.
  let index: Int
  /// The number of the entity in a walk over the inheritance tree, in which parents come before their sub-entities.
  let order: Int32
  /// Whether a uniqueness constraint applies to objects of the entity.
  let hasUniqueIndexes: Bool
  /// Whether the objects of the entity are in an index. The model declares the index itself, or a uniqueness constraint
  /// needs it.
  let hasIndexes: Bool
  /// Whether objects have a class, which may have any hooks.
  let hasHooks: Bool
  /// Whether a change of an object can change a derived value of itself or another object.
  let concernsDerivations: Bool
  /// Whether links may lead to deleted objects of the entity.
  let mayLeaveLinks: Bool
  /// Whether a relationship may prevent a deletion from being saved. Links still lead to the object until the deletion
  /// is saved.
  let mayBeDenied: Bool
  /// The memory of a row without values, which new rows copy.
  var blank: UnsafeRawPointer?
  /// The remaining runtime data, which owns the memory of the shape.
  var runtime: Unmanaged<EntityRuntime>

  /// Whether links may lead to objects of the entity with an unsaved deletion.
  var isLinkedWhenDeleted: Bool { mayLeaveLinks || mayBeDenied }

  /// Returns the plan of the link at a place.
  @inline(__always) func link(at place: RowPlace) -> UnsafePointer<LinkPlan> {
    assert(place.isLink, "The property must be a relationship.")
    let position = linkPositions.baseAddress.unsafelyUnwrapped[Int(place.index)]
    return UnsafePointer(links.baseAddress.unsafelyUnwrapped + Int(position))
  }
}

extension LinkPlan {
  /// Returns whether objects of an entity may be at the other end.
  @inline(__always) func admits(_ shape: UnsafePointer<EntityShape>) -> Bool {
    admits(order: shape.pointee.order)
  }

  /// Returns the place of the inverse relationship in the rows of the entity at the other end.
  @inline(__always) func inverse(in shape: UnsafePointer<EntityShape>) -> RowPlace {
    shape.pointee.places.baseAddress.unsafelyUnwrapped[Int(inverseIndex)]
  }
}
