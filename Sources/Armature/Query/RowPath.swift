import ArmatureModel

/// A path over to-one relationships to a property, by positions in the entities on the path.
///
/// A property has the same position in an entity and its sub-entities, but a separate place in the row of each.
struct RowPath {
  /// The positions of the relationships on the path.
  private let links: [Int]
  /// True if the object itself has the property.
  let isDirect: Bool
  /// The position of the property at the end.
  let position: Int
  let kind: StorageKind

  /// Fails for any other path, and for one that ends within a composite.
  init?(_ path: FetchPath, of entity: String, _ tree: EntityTree) {
    guard path.level == 0, let last = path.names.last else { return nil }
    var entity = entity
    var links: [Int] = []
    for name in path.names.dropLast() {
      guard
        let relationship = tree.entity(named: entity)?.property(named: name)?.asRelationship,
        !relationship.isToMany, let position = tree.position(of: name, in: entity)
      else { return nil }
      links.append(position)
      entity = relationship.destination
    }
    guard let property = tree.entity(named: entity)?.property(named: last),
      let position = tree.position(of: last, in: entity)
    else { return nil }
    self.links = links
    isDirect = links.isEmpty
    self.position = position
    kind = property.storageKind
  }

  /// Returns the object that has the property at the end, with its values loaded; `nil` if the path ends early.
  ///
  /// No reference is counted: the context keeps all objects except deleted ones.
  @inline(__always) func owner(
    from object: Unmanaged<ManagedObject>
  ) -> Unmanaged<ManagedObject>? {
    var owner = object
    if !isDirect {
      for link in links {
        guard let next = Self.end(of: link, owner) else { return nil }
        owner = next
      }
    }
    return owner._withUnsafeGuaranteedRef { $0.isFilled() } ? owner : nil
  }

  @inline(__always) private static func end(
    of link: Int, _ object: Unmanaged<ManagedObject>
  ) -> Unmanaged<ManagedObject>? {
    object._withUnsafeGuaranteedRef { object in
      guard object.isFilled() else { return nil }
      let row = object.row
      let slot = row.slots[row.link(object.shape.places[link]).handle]
      if _fastPath(slot.word & SlotTable.Slot.marks == 0) { return slot.object }
      return object.end(object.shape.places[link]).map(Unmanaged.passUnretained)
    }
  }
}
