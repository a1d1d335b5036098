import Armature
import ArmatureSQLite
import Foundation

/// A store file with 1,000,000 rows: opening it, walking through it, and concurrent readers.
func sqliteSizeBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "store/sqlite-size", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "walk-memory", baseline: .nothing, goal: .atMost(64 * 1_048_576, .bytes),
        note: "at the peak, over what there was before"),
      Comparison(
        subject: "open", baseline: .nothing, goal: .atMost(20, .milliseconds),
        note: "nobody else has the file open"),
      Comparison(
        subject: "four-readers", baseline: .peer("one-reader"), goal: .timesFaster(atLeast: 1.7),
        note: "by the clock, in tasks of their own"),
    ]
  ) {
    let file = Shared { try StockedFile(count) }
    return [
      // Measured first, before free pages accumulate.
      walkMemory({ file.value.container }) { item in
        let pieces: Int = item.pieces ?? 0
        return pieces
      },
      .measured("open", .milliseconds) {
        file.value.close()
        return try nanoseconds { try file.value.open() } / 1e6
      },
      .measured("one-reader", .nanoseconds) {
        timeOfReaders(1, file.value.container, count / 10) / Double(count / 10)
      },
      .measured("four-readers", .nanoseconds) {
        timeOfReaders(4, file.value.container, count / 10) / Double(4 * (count / 10))
      },
    ]
  }
}

/// Returns the time until a number of tasks have each fetched a number of items.
private func timeOfReaders(
  _ readers: Int, _ container: PersistentContainer, _ count: Int
) -> Double {
  let done = DispatchSemaphore(value: 0)
  let start = DispatchTime.now().uptimeNanoseconds
  for _ in 0..<readers {
    Task.detached {
      let found = try? await container.perform { try $0.fetch("Item", limit: count).count }
      precondition(found == count)
      done.signal()
    }
  }
  for _ in 0..<readers { done.wait() }
  return Double(DispatchTime.now().uptimeNanoseconds - start)
}
