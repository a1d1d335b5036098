import Armature
import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The threads on which batches run user code within their transactions. Such a thread must not wait for its own
/// transaction.
///
/// `@unchecked Sendable`: a lock protects the threads.
package final class SQLBatchThreads: @unchecked Sendable {
  private let lock = Lock()
  private var threads: [pthread_t] = []

  package init() {}

  /// Runs user code.
  package func run(_ body: () throws -> Void) rethrows {
    let thread = pthread_self()
    lock.withLock { threads.append(thread) }
    defer {
      lock.withLock {
        if let place = place(of: thread) { threads.remove(at: place) }
      }
    }
    try body()
  }

  /// Rejects a nested save within that code.
  package func rejectNested() throws {
    if lock.withLock({ place(of: pthread_self()) != nil }) { throw ManagedObjectError.nestedSave }
  }

  private func place(of thread: pthread_t) -> Int? {
    threads.firstIndex { pthread_equal($0, thread) != 0 }
  }
}
