public import ArmatureModel

/// The row that a store is giving, and what of it has been given.
///
/// The values of most kinds are stored where the store calls, in code that is inlined there: a call for each was a fifteenth
/// of a fetch of a million. Safe, since the memory is that of a ``Row`` with a value in each place, which is of the kind
/// that is asked for, and owns nothing.
@frozen @usableFromInline struct GivenRow {
  /// Its memory; `nil` where none is begun.
  @usableFromInline var base: UnsafeMutableRawPointer?
  /// Where the entity's persistent properties lie; the model has the memory.
  @usableFromInline var places: UnsafeBufferPointer<RowPlace>
  /// Those that have been given.
  @usableFromInline var properties: PropertySet

  init() {
    (places, properties) = (UnsafeBufferPointer(start: nil, count: 0), PropertySet())
  }

  /// Where a value of a kind is to be stored, which counts as given; `nil` for what is not just a store.
  @inlinable @inline(__always) mutating func take(
    _ index: Int, _ kind: StorageKind
  ) -> UnsafeMutableRawPointer? {
    guard let base, places.indices.contains(index) else { return nil }
    let place = places[index]
    guard place.kindCode == kind.rawValue else { return nil }
    properties.insert(index)
    let present = base.load(fromByteOffset: place.presentByte, as: UInt8.self)
    base.storeBytes(of: present | place.bit, toByteOffset: place.presentByte, as: UInt8.self)
    return base + place.offset
  }
}
