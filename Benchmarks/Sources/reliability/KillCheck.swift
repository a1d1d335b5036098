import Foundation

/// Kills processes that save, at any moment and at each call of the system: no save that was told is lost, and
/// none is half there.
struct KillCheck {
  let kind: StoreKind
  let folder: ScratchFolder
  private let reference: LedgerReference

  init(_ kind: StoreKind) throws {
    self.kind = kind
    folder = try ScratchFolder()
    reference = try LedgerReference()
  }

  /// Kills so many processes, one after the other, which all go on with one file.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    var last = 0
    for round in 0..<count {
      let worker: Worker
      var first = Data()
      if round % 2 == 0 || !InjectedFaults.isOffered {
        worker = try Worker(["worker", "steps", kind.rawValue, folder.path])
        // One of five is killed while it opens the file.
        if round % 5 > 0 { first = worker.awaitFirstLine() }
        usleep(UInt32(random.below(30_000)))
        kill(worker.process.processIdentifier, SIGKILL)
      } else {
        let call = "\(1 + random.below(60))"
        worker = try Worker(
          ["worker", "steps", kind.rawValue, folder.path, call],
          environment: InjectedFaults.environment)
      }
      let told = worker.lastNumber(after: first)
      guard worker.process.terminationReason == .uncaughtSignal,
        worker.process.terminationStatus == SIGKILL
      else { throw Failure("round \(round): the process ended by itself") }
      let steps = try reference.steps(in: folder.path, kind)
      // The save after the last one that was told may be there, too.
      let least = max(told ?? last, last)
      guard (least...least + 1).contains(steps) else {
        throw Failure(
          "round \(round): \(least) steps were told as saved, but \(steps) are in the file")
      }
      last = steps
    }
    return "\(count) processes killed, \(last) saves, none lost, none half there"
  }
}
