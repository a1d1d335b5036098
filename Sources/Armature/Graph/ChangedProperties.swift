/// The set of an entity's persistent properties with other values than the saved ones, by position.
///
/// It is computed once for each object. Comparing again when the rows are written took a tenth of a save of updates,
/// because the saved values have left the caches by then.
struct ChangedProperties {
  /// The number of properties with their own bit. All others share a bit, and are compared again if it is set.
  static let ownBitCount = 63

  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ position: Int) { bits |= Self.bit(position) }

  /// Returns whether a property has changed, or, without its own bit, may have changed.
  func mayContain(_ position: Int) -> Bool { bits & Self.bit(position) != 0 }

  private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(min(position, ownBitCount)) }
}
