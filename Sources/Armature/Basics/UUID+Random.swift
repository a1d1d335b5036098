#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID {
  /// Returns an identifier of random bits. This is faster than reading single bytes from the system.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let words = (generator.next() as UInt64, generator.next() as UInt64)
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
  }
}
