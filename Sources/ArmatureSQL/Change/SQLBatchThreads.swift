import Armature
import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The threads of batches that run code of the user within their transactions: none must wait for its own end.
///
/// `@unchecked Sendable`: the threads are behind the lock.
package final class SQLBatchThreads: @unchecked Sendable {
  private let lock = Lock()
  private var threads: [pthread_t] = []

  package init() {}

  /// Runs code of the user.
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

  /// Refuses to write from within that code.
  package func refuseNested() throws {
    if lock.withLock({ place(of: pthread_self()) != nil }) { throw ManagedObjectError.nestedSave }
  }

  private func place(of thread: pthread_t) -> Int? {
    threads.firstIndex { pthread_equal($0, thread) != 0 }
  }
}
