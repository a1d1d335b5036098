extension StoreRows {
  /// Adds a row with the values of an object, unless they are already known. Links to deleted objects become `nil`.
  func append(copyOf object: ManagedObject, version: UInt32) {
    if append(copyOf: object.row, object.shape, version: version) { return }
    append(object.storeRow(version: version, includingValues: includesValues))
  }
}

extension ManagedObject {
  /// The object's values in the form of a stored row.
  final var storeRow: StoreRow { storeRow(version: row.version, includingValues: true) }

  final func storeRow(version: UInt32, includingValues: Bool) -> StoreRow {
    StoreRow(
      objectID.permanent, version: version,
      values: includingValues ? shape.persistent.map { storedValue($0) } : [])
  }
}
