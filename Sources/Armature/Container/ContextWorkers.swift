import ArmatureModel
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The workers that run the closures of a container, several at a time; the others wait in order.
///
/// A store blocks its callers, for the disk and for other writers. The threads shared by Swift's tasks must not
/// block, or all tasks would wait. So each worker has its own dispatch queue.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
final class ContextWorkers: @unchecked Sendable {
  private let lock = Lock()
  private var idle: [ContextWorker]
  private var waiting: [CheckedContinuation<ContextWorker, Never>] = []
  /// The number of elements of `waiting` that already have a worker.
  private var served = 0

  /// The number of closures that run at the same time. At least four, since some wait for the store while others
  /// compute.
  static let count = max(4, ProcessInfo.processInfo.activeProcessorCount)

  init() { idle = (0..<Self.count).map { _ in ContextWorker() } }

  /// Runs a closure on a separate worker.
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

/// Runs one closure at a time, on a thread that may block.
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
