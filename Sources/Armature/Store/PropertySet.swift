/// A set of properties of an entity, given by their positions. Most entities have fewer than 64 properties.
@frozen @usableFromInline struct PropertySet {
  @usableFromInline var first: UInt64 = 0
  /// The properties from position 64 on. In the common case, this is `nil`, which needs no reference counting.
  @usableFromInline var others: Set<Int>?

  init() {}

  /// Creates the set of the first properties.
  init(all count: Int) {
    first = count >= 64 ? .max : (1 << UInt64(count)) - 1
    if count > 64 { others = Set(64..<count) }
  }

  @inlinable @inline(__always) mutating func insert(_ index: Int) {
    if index < 64 {
      first |= 1 << UInt64(index)
    } else {
      others = others ?? []
      others?.insert(index)
    }
  }

  @inline(__always) func isSuperset(of other: PropertySet) -> Bool {
    guard first & other.first == other.first else { return false }
    return other.others.map { others?.isSuperset(of: $0) ?? false } ?? true
  }
}
