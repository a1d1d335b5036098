import ArmatureModel
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the closures of a container run, several at the same time; the others wait in the order of coming.
///
/// A store makes whoever uses it wait: for the disk, and for others that write. The threads that the tasks of
/// a program share must not wait, or all tasks would, so each worker has a queue of the system.
///
/// `@unchecked Sendable`: everything that changes is behind the lock.
final class ContextWorkers: @unchecked Sendable {
  private let lock = Lock()
  private var idle: [ContextWorker]
  private var waiting: [CheckedContinuation<ContextWorker, Never>] = []
  /// How many in front of `waiting` have got their worker.
  private var served = 0

  /// How many closures run at the same time: some wait for the store while others compute.
  static let count = max(4, ProcessInfo.processInfo.activeProcessorCount)

  init() { idle = (0..<Self.count).map { _ in ContextWorker() } }

  /// Runs a closure on a worker that nobody else has in the meantime.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    let worker = await take()
    defer { giveBack(worker) }
    return try await worker.run(body)
  }

  private func take() async -> ContextWorker {
    await withCheckedContinuation { continuation in
      lock.lock()
      let worker = idle.popLast()
      if worker == nil { waiting.append(continuation) }
      lock.unlock()
      if let worker { continuation.resume(returning: worker) }
    }
  }

  private func giveBack(_ worker: ContextWorker) {
    lock.lock()
    let next = served < waiting.count ? waiting[served] : nil
    if next == nil { idle.append(worker) } else { served += 1 }
    if served == waiting.count { (waiting, served) = ([], 0) }
    lock.unlock()
    next?.resume(returning: worker)
  }
}

/// Runs one closure at a time, on a thread that may wait.
private actor ContextWorker {
  private nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result { try body() }

  /// The queue of one worker.
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "Armature")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
