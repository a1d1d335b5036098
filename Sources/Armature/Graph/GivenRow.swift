public import ArmatureModel

/// The row that a store is passing, and the values set so far.
///
/// Values of common kinds are stored by code that is inlined into the store: a call for each took a fifteenth of a
/// fetch of a million rows. This is safe because the memory belongs to a ``Row`` with a value in each place, which has
/// the requested kind and owns nothing.
@frozen @usableFromInline struct GivenRow {
  /// Its memory; `nil` if no row has begun.
  @usableFromInline var base: UnsafeMutableRawPointer?
  /// The places of the entity's persistent properties, in the memory of the model.
  @usableFromInline var places: UnsafeBufferPointer<RowPlace>
  /// The properties set so far.
  @usableFromInline var properties: PropertySet

  init() {
    (places, properties) = (UnsafeBufferPointer(start: nil, count: 0), PropertySet())
  }

  /// Returns the memory for a value of a kind and marks the property as set; `nil` if the value needs the slow path.
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
