#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID {
  /// An identifier of random bits, without the cost of reading them from the system one by one.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let words = (generator.next() as UInt64, generator.next() as UInt64)
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
  }
}
