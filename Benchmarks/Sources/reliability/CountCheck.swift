import Armature
import Foundation

/// Counts in several processes concurrently: no increment may be lost.
struct CountCheck {
  let kind: StoreKind

  func run(processes: Int, times: Int) throws -> String {
    let place = try StorePlace(kind)
    _ = try Ledger(kind.open(place.path).context)
    let workers = try (0..<processes).map { _ in
      try Worker(["worker", "count", kind.rawValue, place.path, "\(times)"])
    }
    for worker in workers {
      _ = worker.lastNumber()
      if worker.process.terminationStatus != 0 { throw Failure("a process has failed") }
    }
    let steps = try Ledger(kind.open(place.path).context).steps
    if steps != processes * times {
      throw Failure("\(processes) processes have counted \(times) each, but there are \(steps)")
    }
    return "\(processes) processes counted to \(steps)"
  }
}
