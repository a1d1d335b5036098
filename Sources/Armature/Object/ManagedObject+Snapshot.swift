import ArmatureModel

extension ManagedObject {
  /// Returns a snapshot of the object's current values, which you can pass to another task.
  ///
  /// If the object is a fault, its values are loaded first. The snapshot is incomplete in three cases:
  /// - If the object no longer exists, its snapshot has no values.
  /// - If the context of the object has been released, the snapshot has no relationships.
  /// - If a to-many relationship is not loaded, the snapshot leaves it out. Pass `true` for `loadingLists` to load it.
  ///
  /// - Complexity: O(*n*) in the number of properties and of members of to-many relationships.
  public final func snapshot(loadingLists: Bool = false) -> ObjectSnapshot {
    snapshot(runtime.snapshotLayout, loadingLists: loadingLists)
  }

  /// Returns the values of some properties of the object.
  final func snapshot(_ layout: SnapshotLayout, loadingLists: Bool) -> ObjectSnapshot {
    let isFilled = isFilled()
    let place = storePlace
    let header = SnapshotValues.Header(
      layout: isFilled ? layout : SnapshotLayout(entityName: layout.entityName, names: []),
      key: place.key, storeID: place.storeID, rowVersion: row.version,
      isTemporary: place.isTemporary)
    return ObjectSnapshot(
      SnapshotValues(header) { position in
        let place = layout.places[position]
        if place.isLink, row.state.contains(.contextDeallocated) { return Optional.none }
        if place.kind == .objects, !loadingLists, !row.list(place).isLoaded {
          return Optional.none
        }
        return valueOfIDs(place)
      })
  }

  /// Returns the value of a property, without creating the objects of links.
  @inline(__always) final func valueOfIDs(_ place: RowPlace) -> AttributeValue {
    switch place.kind {
    case .object: linkedID(place).map { .object($0) } ?? .null
    case .objects: .objects(linkedIDs(place))
    default: attribute(place)
    }
  }
}
