import Armature
import Foundation

/// Lets two processes open a new store at the same time and kills one of them: the other must get a consistent store.
struct OpeningCheck {
  let kind: StoreKind

  /// Creates a number of stores.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    for round in 0..<count {
      let place = try StorePlace(kind)
      let workers = try (0..<2).map { _ in
        try Worker(["worker", "open", kind.rawValue, place.path])
      }
      for worker in workers { try worker.awaitNews() }
      // Two in three are killed; the others open the store concurrently.
      if round % 3 > 0 {
        usleep(UInt32(random.below(40_000)))
        kill(workers[0].process.processIdentifier, SIGKILL)
      }
      let told = workers.map { $0.lastNumber() }
      guard told[1] == 1, round % 3 > 0 || told[0] == 1 else {
        throw Failure("round \(round): a process has failed to open the store")
      }
      let (_, context) = try kind.open(place.path)
      guard try context.count("Counter") == 0 else {
        throw Failure("round \(round): the new store has objects")
      }
    }
    return "\(count) new stores opened by two processes at once"
  }
}
