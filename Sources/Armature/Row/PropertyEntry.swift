import ArmatureModel

/// A name in the table of an entity: a handle of plain data. An entry has sixteen bytes, so a masked hash can be used as
/// an offset in bytes.
@frozen @usableFromInline struct PropertyEntry {
  /// The data itself.
  @frozen @usableFromInline struct Fields {
    /// The hash of the name, with the kind in its lowest bits. It is `UInt64.max` for an empty entry.
    ///
    /// A single comparison therefore checks both the name and the type.
    @usableFromInline let key: UInt64
    @usableFromInline let place: RowPlace

    init(key: UInt64, _ place: RowPlace) {
      self.key = key
      self.place = place
    }

    static var empty: Fields { Fields(key: .max, .none) }
  }

  @usableFromInline let fields: UnsafeMutablePointer<Fields>

  /// The entry in the memory of a table, at an offset in bytes.
  @usableFromInline @_transparent init(
    _ entries: UnsafeMutablePointer<Fields>, at offset: Int
  ) {
    fields = (UnsafeMutableRawPointer(entries) + offset).assumingMemoryBound(to: Fields.self)
  }

  /// The hash of the name and the kind.
  @usableFromInline @_transparent var key: UInt64 { fields.pointee.key }
  @usableFromInline @_transparent var place: RowPlace { fields.pointee.place }

  @_transparent var isEmpty: Bool { key == .max }
}
