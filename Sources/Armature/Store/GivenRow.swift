public import ArmatureModel

/// The row that a store is currently passing, with the values that it has set so far.
///
/// The code that stores a value is inlined into the store, because a call for each value took a fifteenth of the time
/// of a fetch of a million rows. Writing directly into the memory of a ``Row`` is safe, because each place already
/// contains a value of the requested kind that owns no memory.
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

  /// Marks a property as set and returns the memory for its value. Returns `nil` if the value needs the slow path.
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
