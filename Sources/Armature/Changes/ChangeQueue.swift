/// The changes that a listener has not taken yet.
///
/// A listener that does not read for a long time gets the older ones joined, so that they take no more room than the objects
/// that have changed.
///
/// `@unchecked Sendable`: everything that changes is behind the lock.
final class ChangeQueue<Change: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var changes: [Change] = []
  /// How many in front of `changes` were taken.
  private var takenCount = 0
  private var takers: [CheckedContinuation<Change?, Never>] = []
  private var isFinished = false
  private let join: @Sendable (ArraySlice<Change>) -> Change?

  /// How many changes are kept apart, at least.
  private static var limit: Int { 1_000 }

  /// - Parameter join: Tells what several changes have changed together; `nil` if that takes no less room.
  init(joining join: @escaping @Sendable (ArraySlice<Change>) -> Change?) { self.join = join }

  /// Adds a change.
  ///
  /// - Returns: Whether anybody may still take it.
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

  /// The next change; `nil` at the end.
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

  /// Has the sequence end behind the changes that were not taken yet.
  func finish() {
    lock.lock()
    isFinished = true
    let rest = takers
    takers = []
    lock.unlock()
    for taker in rest { taker.resume(returning: nil) }
  }

  /// Has the sequence end at once.
  func cancel() {
    lock.withLock { (changes, takenCount) = ([], 0) }
    finish()
  }
}
