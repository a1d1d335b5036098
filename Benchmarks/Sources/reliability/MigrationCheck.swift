import Armature
import Foundation

/// Kills processes that migrate a file, and lets their calls of the system fail: the file is of the old model or of
/// the new one, with all its rows, and the next migration succeeds.
struct MigrationCheck {
  private let kind: StoreKind
  private let rows: Int
  private let folder: ScratchFolder

  /// - Parameter isShort: Whether a tenth of the rows is enough.
  init(_ kind: StoreKind, isShort: Bool) throws {
    self.kind = kind
    // A file of JSON is read and written as a whole.
    rows = (kind == .sqlite ? 20_000 : 1_000) / (isShort ? 10 : 1)
    folder = try ScratchFolder()
    try MovedLedger.make(kind, folder.path, rows: rows)
  }

  /// Kills so many processes, each with a file of its own.
  func kill(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    let start = ContinuousClock.now
    let trial = try folder.copy()
    try withExtendedLifetime(trial) { try MovedLedger.migrate(kind, trial.path) }
    let time = (ContinuousClock.now - start) / .microseconds(1)
    var (killed, migrated) = (0, 0)
    while killed < count {
      let folder = try folder.copy()
      let worker: Worker
      if killed % 2 == 0 || !InjectedFaults.isOffered {
        worker = try Worker(["worker", "migrate", kind.rawValue, folder.path])
        try worker.awaitNews()
        usleep(UInt32(random.below(max(1, Int(time * 1.2)))))
        Foundation.kill(worker.process.processIdentifier, SIGKILL)
      } else {
        worker = try Worker(
          [
            "worker", "migrate", kind.rawValue, folder.path,
            "\(1 + random.below(kind == .sqlite ? 400 : 12))",
          ],
          environment: InjectedFaults.environment)
      }
      let isTold = worker.lastNumber() == 1
      // Some are faster than the signal.
      if worker.process.terminationReason == .uncaughtSignal { killed += 1 }
      let isMigrated = try MovedLedger.isMigrated(kind, folder.path, rows: rows)
      if isTold, !isMigrated { throw Failure("a migration that was told is lost") }
      migrated += isMigrated ? 1 : 0
      try MovedLedger.migrate(kind, folder.path)
    }
    return "\(killed) processes killed, \(migrated) files new, all others old, none mixed"
  }

  /// Runs all faults over calls of a migration, about so many in all: from each call of a file of JSON; from the first,
  /// the fourth, the ninth and so on in SQLite, which makes hundreds.
  ///
  /// In a process that has the library of faults.
  func fail(_ wanted: Int) throws -> String {
    let faults = try InjectedFaults()
    var (injected, refused) = (0, 0)
    let limit = max(1, wanted / Fault.all.count)
    for fault in Fault.all {
      for call in 1... {
        let folder = try folder.copy()
        let number = kind == .sqlite ? call * call : call
        faults.arm(folder.path, fault, number)
        var refusal: (any Error)?
        do {
          try MovedLedger.migrate(kind, folder.path, .automatic.keepingBackup())
        } catch {
          refusal = error
        }
        let failed = faults.disarm()
        let isMigrated = try MovedLedger.isMigrated(kind, folder.path, rows: rows)
        if refusal == nil, !isMigrated {
          throw Failure("\(fault), call \(number): nothing was told, and nothing is done")
        }
        refused += refusal == nil ? 0 : 1
        try MovedLedger.migrate(kind, folder.path)
        if failed == 0 || call == 2 * limit { break }
        injected += 1
      }
    }
    return "\(injected) calls failed, \(refused) migrations refused, none half done"
  }
}
