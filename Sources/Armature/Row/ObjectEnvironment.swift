#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sources of defaults that differ from object to object: a clock and a generator of identifiers.
final class ObjectEnvironment {
  let now: () -> Date
  let makeUUID: () -> UUID

  init(now: @escaping () -> Date, makeUUID: @escaping () -> UUID) {
    self.now = now
    self.makeUUID = makeUUID
  }
}
