import ArmatureModel

/// What rows and links of an entity need of it, as plain data behind a pointer.
///
/// Objects reach it without counting a reference: counts of what all contexts of a model share
/// would wander between the caches of two cores at each access.
struct EntityShape {
  /// The place of each property, inherited ones first.
  let places: UnsafeMutableBufferPointer<RowPlace>
  /// Those of the properties that stores keep: all but the transient ones.
  let persistent: UnsafeMutableBufferPointer<RowPlace>
  /// The places whose memory must be retained in copies and destroyed.
  let managed: UnsafeMutableBufferPointer<RowPlace>
  let links: UnsafeMutableBufferPointer<LinkPlan>
  /// The position in `links` of the link at each property; for others it means nothing.
  let linkPositions: UnsafeMutableBufferPointer<UInt16>
  let byteCount: Int
  let maskCount: Int
  /// The mask of the name table, which a row has unless it is a fault or gone.
  let tableMask: UInt32
  /// The position of the entity in its model.
  let index: Int
  /// The number of the entity in a walk over the tree of inheritance, parents first.
  let order: Int32
  /// Whether some constraint says that objects of the entity differ in some properties.
  let hasUniqueIndexes: Bool
  /// Whether some index has objects of the entity: one that the model declares, or of what is unique.
  let hasIndexes: Bool
  /// Whether objects are of a class, whose hooks may do anything.
  let hasHooks: Bool
  /// Whether a change of an object can change a derived value, its own or another's.
  let concernsDerivations: Bool
  /// Whether links may lead to objects of the entity that were deleted.
  let mayLeaveLinks: Bool
  /// Whether a relationship may forbid the save of a deletion; links lead to the object until then.
  let mayBeDenied: Bool
  /// The memory of a row of absent values, which a new row is a copy of.
  var blank: UnsafeRawPointer?
  /// What else the runtime knows; it owns the memory of the shape.
  var runtime: Unmanaged<EntityRuntime>

  /// Whether links may lead to objects of the entity whose deletion has not been saved.
  var isLinkedWhenDeleted: Bool { mayLeaveLinks || mayBeDenied }

  /// What is known of the link at a place.
  @inline(__always) func link(at place: RowPlace) -> UnsafePointer<LinkPlan> {
    assert(place.isLink, "The property must be a relationship.")
    let position = linkPositions.baseAddress.unsafelyUnwrapped[Int(place.index)]
    return UnsafePointer(links.baseAddress.unsafelyUnwrapped + Int(position))
  }
}

extension LinkPlan {
  /// Whether objects of an entity may be at the other end.
  @inline(__always) func admits(_ shape: UnsafePointer<EntityShape>) -> Bool {
    admits(order: shape.pointee.order)
  }

  /// The place of the inverse in rows of the entity at the other end.
  @inline(__always) func inverse(in shape: UnsafePointer<EntityShape>) -> RowPlace {
    shape.pointee.places.baseAddress.unsafelyUnwrapped[Int(inverseIndex)]
  }
}
