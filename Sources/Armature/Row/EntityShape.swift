import ArmatureModel

/// The data of an entity that rows and links need: a handle of plain data.
///
/// Objects access this data without reference counting. All contexts of a model would share the reference count, so
/// each access would move it between the caches of the cores. The memory lives as long as the entity's runtime data.
///
/// Each accessor is transparent, so it costs no call, not even in debug builds.
struct EntityShape: Equatable {
  /// The data itself, which ``EntityRuntime`` makes.
  struct Facts {
    /// The place of each property, inherited ones first.
    let places: UnsafeMutableBufferPointer<RowPlace>
    let persistent: UnsafeMutableBufferPointer<RowPlace>
    let managed: UnsafeMutableBufferPointer<RowPlace>
    let links: UnsafeMutableBufferPointer<LinkPlan.Facts>
    /// The position in `links` of each relationship's plan; undefined for other properties.
    let linkPositions: UnsafeMutableBufferPointer<UInt16>
    let byteCount: Int
    let maskCount: Int
    let tableMask: UInt32
    let index: Int
    let order: Int32
    let hasUniqueIndexes: Bool
    let hasIndexes: Bool
    let hasHooks: Bool
    let concernsDerivations: Bool
    let mayLeaveLinks: Bool
    let mayBeDenied: Bool
    var blank: UnsafeRawPointer?
    var runtime: Unmanaged<EntityRuntime>
  }

  private let facts: UnsafePointer<Facts>

  @_transparent init(_ facts: UnsafePointer<Facts>) { self.facts = facts }

  /// Frees the data, except for the memory of ``blank``.
  func deallocate() {
    places.free()
    persistent.free()
    managed.free()
    facts.pointee.links.free()
    facts.pointee.linkPositions.free()
    facts.deallocate()
  }

  // MARK: Places

  /// The place of each property, inherited ones first.
  @_transparent var places: UnsafeMutableBufferPointer<RowPlace> { facts.pointee.places }
  /// The places of persistent properties: all but the transient ones.
  @_transparent var persistent: UnsafeMutableBufferPointer<RowPlace> { facts.pointee.persistent }
  /// The places with memory that must be retained in copies and destroyed.
  @_transparent var managed: UnsafeMutableBufferPointer<RowPlace> { facts.pointee.managed }
  /// The relationships.
  @_transparent var links: LinkPlans { LinkPlans(facts.pointee.links) }

  /// Returns the plan of the link at a place.
  @inline(__always) func link(at place: RowPlace) -> LinkPlan {
    assert(place.isLink, "The property must be a relationship.")
    let position = facts.pointee.linkPositions.baseAddress.unsafelyUnwrapped[Int(place.index)]
    return LinkPlan(
      UnsafePointer(facts.pointee.links.baseAddress.unsafelyUnwrapped + Int(position)))
  }

  // MARK: Memory

  /// The size of a row.
  @_transparent var byteCount: Int { facts.pointee.byteCount }
  /// The number of words in each mask of a row.
  @_transparent var maskCount: Int { facts.pointee.maskCount }
  /// The mask of the name table. Each row has this mask unless it is a fault or was removed.
  @_transparent var tableMask: UInt32 { facts.pointee.tableMask }
  /// The memory of a row without values, which new rows copy.
  @_transparent var blank: UnsafeRawPointer? { facts.pointee.blank }

  // MARK: Entity

  /// The position of the entity in its model.
  @_transparent var index: Int { facts.pointee.index }
  /// The number of the entity in a walk over the inheritance tree, in which parents come before their sub-entities.
  @_transparent var order: Int32 { facts.pointee.order }
  /// Whether a uniqueness constraint applies to objects of the entity.
  @_transparent var hasUniqueIndexes: Bool { facts.pointee.hasUniqueIndexes }
  /// Whether the objects of the entity are in an index. The model declares the index itself, or a uniqueness constraint
  /// needs it.
  @_transparent var hasIndexes: Bool { facts.pointee.hasIndexes }
  /// Whether objects have a class, which may have any hooks.
  @_transparent var hasHooks: Bool { facts.pointee.hasHooks }
  /// Whether a change of an object can change a derived value of itself or another object.
  @_transparent var concernsDerivations: Bool { facts.pointee.concernsDerivations }
  /// Whether links may lead to deleted objects of the entity.
  @_transparent var mayLeaveLinks: Bool { facts.pointee.mayLeaveLinks }
  /// Whether a relationship may prevent a deletion from being saved. Links still lead to the object until the deletion
  /// is saved.
  @_transparent var mayBeDenied: Bool { facts.pointee.mayBeDenied }
  /// Whether links may lead to objects of the entity with an unsaved deletion.
  @_transparent var isLinkedWhenDeleted: Bool { mayLeaveLinks || mayBeDenied }
  /// The remaining runtime data, which owns the memory of the shape.
  @_transparent var runtime: Unmanaged<EntityRuntime> { facts.pointee.runtime }
}
