/// Which of an entity's persistent properties have other values than those that were saved, by their positions.
///
/// Found once for each object: to compare again when the rows are written took a tenth of a save of updates,
/// since the values that were saved have left the caches by then.
struct ChangedProperties {
  /// How many properties have a bit of their own; where one has changed of those behind, these are compared again.
  static let ownBitCount = 63

  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ position: Int) { bits |= Self.bit(position) }

  /// Whether a property has changed, or, without a bit of its own, may have.
  func mayContain(_ position: Int) -> Bool { bits & Self.bit(position) != 0 }

  private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(min(position, ownBitCount)) }
}
