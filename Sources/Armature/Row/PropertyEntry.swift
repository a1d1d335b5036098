import ArmatureModel

/// One name in the table of an entity: sixteen bytes, so that a masked hash is a distance in bytes.
@frozen @usableFromInline struct PropertyEntry {
  /// The hash of the name with the kind in its lowest bits; `UInt64.max` where the entry is empty.
  ///
  /// One compare so tells that both name and type are those asked for.
  @usableFromInline let key: UInt64
  @usableFromInline let place: RowPlace

  init(key: UInt64, _ place: RowPlace) {
    self.key = key
    self.place = place
  }

  static var empty: PropertyEntry { PropertyEntry(key: .max, .none) }

  var isEmpty: Bool { key == .max }
}
