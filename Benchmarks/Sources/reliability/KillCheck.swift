import Foundation

/// Kills processes during saves, at random moments and, for file stores, at each system call: no confirmed save may be
/// lost, and none may be partially written.
struct KillCheck {
  let kind: StoreKind
  private let place: StorePlace
  private let reference: LedgerReference

  init(_ kind: StoreKind) throws {
    self.kind = kind
    place = try StorePlace(kind)
    reference = try LedgerReference()
  }

  /// Kills a number of processes, one after the other, which continue with the same store.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    // A server finishes work for a killed process, including step 0, which two processes would then take at once.
    var last = kind.isOnServer ? try reference.steps(in: place.path, kind) : 0
    for round in 0..<count {
      let worker: Worker
      if round % 2 == 0 || kind.isOnServer || !InjectedFaults.isOffered {
        worker = try Worker(["worker", "steps", kind.rawValue, place.path])
        // One in five is killed while it opens the store.
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
