#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where defaults that differ from object to object come from: a clock and a source of identifiers.
final class ObjectEnvironment {
  let now: () -> Date
  let makeUUID: () -> UUID

  init(now: @escaping () -> Date, makeUUID: @escaping () -> UUID) {
    self.now = now
    self.makeUUID = makeUUID
  }
}
