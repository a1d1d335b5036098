import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sources of default values that differ between objects: a clock and a generator of UUIDs.
final class ObjectEnvironment {
  let now: () -> Date
  let makeUUID: () -> UUID
  private var timeOrdered = TimeOrderedUUIDs()

  init(now: @escaping () -> Date, makeUUID: @escaping () -> UUID) {
    self.now = now
    self.makeUUID = makeUUID
  }

  /// Returns a UUID that comes after all earlier ones.
  func makeTimeOrderedUUID() -> UUID { timeOrdered.next(at: now(), random: makeUUID()) }
}
