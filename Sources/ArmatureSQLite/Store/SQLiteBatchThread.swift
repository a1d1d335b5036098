import Armature
import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The thread of a batch that runs code of the user within its transaction: that must not wait for its own end.
///
/// `@unchecked Sendable`: the thread is behind the lock.
final class SQLiteBatchThread: @unchecked Sendable {
  private let lock = Lock()
  private var thread: pthread_t?

  /// Runs code of the user.
  func run(_ body: () throws -> Void) rethrows {
    lock.withLock { thread = pthread_self() }
    defer { lock.withLock { thread = nil } }
    try body()
  }

  /// Refuses to write from within that code.
  func refuseNested() throws {
    let isNested = lock.withLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    if isNested { throw ManagedObjectError.nestedSave }
  }
}
