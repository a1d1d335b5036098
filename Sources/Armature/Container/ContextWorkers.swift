import ArmatureModel
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The workers that run the closures of a container in the background.
///
/// A limited number of closures runs at the same time, and the others wait for their turn. Each worker has its own
/// dispatch queue, because a store can block its thread, for example while it waits for the disk or another writer.
/// Swift's tasks share only a few threads, and blocking them would stop all other tasks.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
final class ContextWorkers: @unchecked Sendable {
  private let lock = Lock()
  private var idle: [ContextWorker]
  private var waiting: [Waiting] = []
  /// The number of tasks at the start of `waiting` that have their worker or were cancelled.
  private var served = 0
  /// The number of the last task.
  private var lastNumber = 0

  /// A task that waits for its turn.
  private struct Waiting {
    /// The number of the task; numbers rise.
    let number: Int
    /// The continuation of the task; `nil` after its cancellation.
    var continuation: CheckedContinuation<ContextWorker, any Error>?
  }

  /// The number of closures that run at the same time. At least four, since some wait for the store while others
  /// compute.
  static let count = max(4, ProcessInfo.processInfo.activeProcessorCount)

  init() { idle = (0..<Self.count).map { _ in ContextWorker() } }

  /// Runs a closure on a worker that runs nothing else in the meantime.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before its turn; the error of the closure.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    let worker = try await take()
    defer { giveBack(worker) }
    try Task.checkCancellation()
    return try await worker.run(body)
  }

  private func take() async throws -> ContextWorker {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lock.lock()
        // A cancellation after this line finds the task in `waiting`.
        let isCancelled = Task.isCancelled
        let worker = isCancelled ? nil : idle.popLast()
        if worker == nil && !isCancelled {
          waiting.append(Waiting(number: number, continuation: continuation))
        }
        lock.unlock()
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if let worker { continuation.resume(returning: worker) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let continuation = lock.withLock { () -> CheckedContinuation<ContextWorker, any Error>? in
      guard let place = waiting[served...].firstIndex(where: { $0.number == number }) else {
        return nil
      }
      defer { waiting[place].continuation = nil }
      return waiting[place].continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func giveBack(_ worker: ContextWorker) {
    lock.lock()
    let next = takeNext()
    if next == nil { idle.append(worker) }
    lock.unlock()
    next?.resume(returning: worker)
  }

  /// Removes and returns the first waiting task that was not cancelled.
  private func takeNext() -> CheckedContinuation<ContextWorker, any Error>? {
    while served < waiting.count {
      let next = waiting[served].continuation
      served += 1
      if served == waiting.count { (waiting, served) = ([], 0) }
      if let next { return next }
    }
    return nil
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
