import Foundation

/// Kills processes that save, at any moment and, where they write files, at each call of the system: no save that was
/// told is lost, and none is half there.
struct KillCheck {
  let kind: StoreKind
  private let place: StorePlace
  private let reference: LedgerReference

  init(_ kind: StoreKind) throws {
    self.kind = kind
    place = try StorePlace(kind)
    reference = try LedgerReference()
  }

  /// Kills so many processes, one after the other, which all go on with one store.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    // A server ends what it has begun for a process that is gone: step 0, too, which two would take at once then.
    var last = kind.isOnServer ? try reference.steps(in: place.path, kind) : 0
    for round in 0..<count {
      let worker: Worker
      if round % 2 == 0 || kind.isOnServer || !InjectedFaults.isOffered {
        worker = try Worker(["worker", "steps", kind.rawValue, place.path])
        // One of five is killed while it opens the store.
        if round % 5 > 0 { try worker.awaitNews() }
        usleep(UInt32(random.below(30_000)))
        kill(worker.process.processIdentifier, SIGKILL)
      } else {
        let call = "\(1 + random.below(60))"
        worker = try Worker(
          ["worker", "steps", kind.rawValue, place.path, call],
          environment: InjectedFaults.environment)
      }
      last = try reference.stepsAfterEnd(of: worker, last, in: place.path, kind, "round \(round)")
    }
    return "\(count) processes killed, \(last) saves, none lost, none half there"
  }
}
