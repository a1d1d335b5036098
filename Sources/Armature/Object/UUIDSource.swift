#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Random UUIDs for the default values of one context.
///
/// `UUID()` makes a system call each time, which takes 4 µs. To save time, this source requests the random bytes for
/// sixteen UUIDs at once. The UUIDs are just as hard to guess. A source needs no lock, because it belongs to one
/// context and therefore runs on one thread at a time. If a process forks, only one of the two processes may continue
/// to use the context.
final class UUIDSource {
  /// The random bits of sixteen UUIDs, which is the number of bytes that one call of `getentropy` returns.
  private var words = [UInt64](repeating: 0, count: 32)
  private var position = 32

  init() {}

  /// Returns a random UUID: version 4 (RFC 9562 §5.4), with 122 random bits.
  func next() -> UUID {
    if position == words.count { refill() }
    let high = words[position] & ~0xF000 | 0x4000
    let low = words[position + 1] & ~(3 << 62) | 1 << 63
    position += 2
    // Both have sixteen bytes, and every bit pattern is a valid `uuid_t`.
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  private func refill() {
    position = 0
    #if canImport(Darwin)
      // It never fails. Not all of Apple's systems have `getentropy` in their modules.
      words.withUnsafeMutableBytes { arc4random_buf($0.baseAddress, $0.count) }
    #else
      let failed = words.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { getentropy($0, bytes.count) } != 0
      }
      if failed {
        var generator = SystemRandomNumberGenerator()
        for index in words.indices { words[index] = generator.next() }
      }
    #endif
  }
}
