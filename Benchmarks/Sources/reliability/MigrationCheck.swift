import Armature
import Foundation

/// Kills processes that migrate a store and injects failures if it is a file: the store must have the old or the new
/// model with all its rows, and the next migration must succeed.
struct MigrationCheck {
  private let kind: StoreKind
  private let rows: Int
  /// The file with the old model to copy; a store on a server is created again.
  private let original: ScratchFolder?

  /// - Parameter isShort: Whether to use a tenth of the rows.
  init(_ kind: StoreKind, isShort: Bool) throws {
    self.kind = kind
    // A JSON file is read and written as a whole.
    rows = (kind == .json ? 1_000 : 20_000) / (isShort || kind.isOnServer ? 10 : 1)
    if kind.isOnServer {
      original = nil
    } else {
      let folder = try ScratchFolder()
      try MovedLedger.make(kind, folder.path, rows: rows)
      original = folder
    }
  }

  /// Returns a store with the old model.
  private func trial() throws -> Trial {
    if let copy = try original?.copy() { return Trial(keeper: copy, path: copy.path) }
    let place = try StorePlace(kind)
    try MovedLedger.make(kind, place.path, rows: rows)
    return Trial(keeper: place, path: place.path)
  }

  /// The path of a store, valid as long as its keeper.
  private struct Trial {
    let keeper: AnyObject
    let path: String
  }

  /// Kills a number of processes, each with a new store.
  func kill(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    let first = try trial()
    let start = ContinuousClock.now
    try withExtendedLifetime(first) { try MovedLedger.migrate(kind, first.path) }
    let time = (ContinuousClock.now - start) / .microseconds(1)
    var (killed, migrated) = (0, 0)
    while killed < count {
      let folder = try trial()
      let worker: Worker
      if killed % 2 == 0 || kind.isOnServer || !InjectedFaults.isOffered {
        worker = try Worker(["worker", "migrate", kind.rawValue, folder.path])
        try worker.awaitNews()
        // A separate process has to connect first.
        usleep(UInt32(random.below(max(1, Int(time * (kind.isOnServer ? 1.6 : 1.2))))))
        Foundation.kill(worker.process.processIdentifier, SIGKILL)
      } else {
        worker = try Worker(
          [
            "worker", "migrate", kind.rawValue, folder.path,
            "\(1 + random.below(kind.isSQLite ? 400 : 12))",
          ],
          environment: InjectedFaults.environment)
      }
      let isTold = worker.lastNumber() == 1
      // Some end before the signal.
      if worker.process.terminationReason == .uncaughtSignal { killed += 1 }
      let isMigrated = try MovedLedger.isMigrated(kind, folder.path, rows: rows)
      if isTold, !isMigrated { throw Failure("a migration that was told is lost") }
      migrated += isMigrated ? 1 : 0
      try MovedLedger.migrate(kind, folder.path)
      guard try MovedLedger.isMigrated(kind, folder.path, rows: rows) else {
        throw Failure("the next migration has done nothing")
      }
    }
    return "\(killed) processes killed, \(migrated) stores new, all others old, none mixed"
  }

  /// Injects failures into the calls of a migration, up to a number in total: at each call for a JSON file; at the
  /// first, fourth, ninth call and so on for SQLite, which makes hundreds.
  ///
  /// Must run in a process with the injection library.
  func fail(_ wanted: Int) throws -> String {
    let faults = try InjectedFaults()
    var (injected, refused) = (0, 0)
    let limit = max(1, wanted / Fault.all.count)
    for fault in Fault.all {
      for call in 1... {
        let folder = try trial()
        let number = kind.isSQLite ? call * call : call
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
