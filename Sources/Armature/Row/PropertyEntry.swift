import ArmatureModel

/// A name in the table of an entity. An entry has sixteen bytes, so a masked hash can be used as an offset in bytes.
@frozen @usableFromInline struct PropertyEntry {
  /// The hash of the name, with the kind in its lowest bits. It is `UInt64.max` for an empty entry.
  ///
  /// A single comparison therefore checks both the name and the type.
  @usableFromInline let key: UInt64
  @usableFromInline let place: RowPlace

  init(key: UInt64, _ place: RowPlace) {
    self.key = key
    self.place = place
  }

  static var empty: PropertyEntry { PropertyEntry(key: .max, .none) }

  var isEmpty: Bool { key == .max }
}
