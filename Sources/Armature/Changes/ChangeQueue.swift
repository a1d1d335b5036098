/// The changes that a listener has not read yet.
///
/// If a listener does not read for a long time, the older changes are combined. Their memory then depends only on the
/// number of changed objects.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
final class ChangeQueue<Change: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var changes: [Change] = []
  /// The number of changes at the start of `changes` that were read.
  private var takenCount = 0
  private var takers: [CheckedContinuation<Change?, Never>] = []
  private var isFinished = false
  private let join: @Sendable (ArraySlice<Change>) -> Change?

  /// The minimum number of changes that stay separate.
  private static var limit: Int { 1_000 }

  /// - Parameter join: A closure that combines changes into one. It returns `nil` if this saves no memory.
  init(joining join: @escaping @Sendable (ArraySlice<Change>) -> Change?) { self.join = join }

  /// Adds a change.
  ///
  /// - Returns: True if the listener may still read it.
  func put(_ change: Change) -> Bool {
    lock.lock()
    if isFinished {
      lock.unlock()
      return false
    }
    guard takers.isEmpty else {
      let taker = takers.removeFirst()
      lock.unlock()
      taker.resume(returning: change)
      return true
    }
    defer { lock.unlock() }
    changes.append(change)
    if takenCount * 2 > changes.count {
      changes.removeSubrange(..<takenCount)
      takenCount = 0
    }
    if changes.count - takenCount > Self.limit * 2, let joined = joinedOldest() {
      changes.replaceSubrange(..<(takenCount + Self.limit), with: [joined])
      takenCount = 0
    }
    return true
  }

  private func joinedOldest() -> Change? {
    join(changes[takenCount..<(takenCount + Self.limit)])
  }

  /// Returns the next change; `nil` at the end.
  func next() async -> Change? {
    await withCheckedContinuation { continuation in
      lock.lock()
      if takenCount == changes.count, !isFinished {
        takers.append(continuation)
        lock.unlock()
        return
      }
      let next = takenCount < changes.count ? changes[takenCount] : nil
      if next != nil { takenCount += 1 }
      if takenCount == changes.count { (changes, takenCount) = ([], 0) }
      lock.unlock()
      continuation.resume(returning: next)
    }
  }

  /// Ends the sequence after the unread changes.
  func finish() {
    lock.lock()
    isFinished = true
    let rest = takers
    takers = []
    lock.unlock()
    for taker in rest { taker.resume(returning: nil) }
  }

  /// Ends the sequence at once.
  func cancel() {
    lock.withLock { (changes, takenCount) = ([], 0) }
    finish()
  }
}
