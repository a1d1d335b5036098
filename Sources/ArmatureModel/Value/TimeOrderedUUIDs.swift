#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// UUIDs in the order of their creation.
package struct TimeOrderedUUIDs {
  /// The time of the last UUID, in units of 1/4096 of a millisecond.
  private var last: UInt64 = 0

  package init() {}

  /// Returns a UUID that comes after all earlier ones of this source, even if the clock stands still or is set back.
  ///
  /// - Parameters:
  ///   - date: The time of creation. A time before 1970 counts as 1970.
  ///   - random: The UUID that provides the random bits.
  package mutating func next(at date: Date, random: UUID) -> UUID {
    let time = UInt64(min(max(0, date.timeIntervalSince1970 * 1000 * 4096), 0x1p60 - 4096))
    last = max(time, last + 1)
    return UUID(time: last, random: random)
  }
}

extension UUID {
  /// Creates a UUID of version 7: 48 bits of milliseconds since 1970, 12 bits of a fraction, and 62 random bits.
  ///
  /// Source: RFC 9562 §5.7 and §6.2, method 3.
  fileprivate init(time: UInt64, random: UUID) {
    let low = withUnsafeBytes(of: random.uuid) {
      UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let words = (
      ((time >> 12) << 16 | 0x7000 | time & 0xFFF).bigEndian, (low & ~(3 << 62) | 1 << 63).bigEndian
    )
    // Both have sixteen bytes, and every bit pattern is a valid `uuid_t`.
    self = withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
