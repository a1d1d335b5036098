import Foundation

/// Stops a server while a process saves, which continues when the server is back: no confirmed save may be lost,
/// partially written, or duplicated.
struct ServerKillCheck {
  let kind: StoreKind
  private let server: PostgreSQLServer
  private let place: StorePlace
  private let reference: LedgerReference
  /// The number of server stops after which the process is killed and its saves are checked.
  private static let endsOfProcess = 10

  init(_ kind: StoreKind) throws {
    self.kind = kind
    server = try PostgreSQLServer(settings: [])
    place = try StorePlace(kind, on: server)
    reference = try LedgerReference()
  }

  /// Stops the server a number of times: alternately immediate shutdown, and killing all its processes.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    var last = try reference.steps(in: place.path, kind)
    for first in stride(from: 0, to: count, by: Self.endsOfProcess) {
      let worker = try Worker(["worker", "steps", kind.rawValue, place.path])
      try worker.awaitNews()
      for round in first..<min(count, first + Self.endsOfProcess) {
        usleep(UInt32(random.below(60_000)))
        try server.stop(round % 2 == 0 ? .quit : .kill)
        try server.start()
        // The first line may have been printed before the stop.
        for _ in 0..<2 { try worker.awaitNews() }
      }
      kill(worker.process.processIdentifier, SIGKILL)
      last = try reference.stepsAfterEnd(
        of: worker, last, in: place.path, kind, "after \(first) ends")
    }
    return "\(count) ends of the server, \(last) saves, none lost, none half there, none twice"
  }
}
