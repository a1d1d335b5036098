import ArmatureModel

/// The numbers of the store's own saves.
///
/// `@unchecked Sendable`: the lock guards the numbers.
final class PostgreSQLOwnSaves: @unchecked Sendable {
  private let lock = Lock()
  /// Consecutive numbers, in ascending order.
  private var runs: [ClosedRange<Int64>] = []
  /// The ending transactions. Others may already see their saves; the numbers are recorded a moment later.
  private var ending: Set<Int64> = []

  private static let mostRuns = 1000
  /// The maximum time to wait for the end of such transactions.
  private static let longestEnd: Duration = .seconds(1)

  /// Records that a transaction is about to end, and then that it has ended.
  func begin(endOf transaction: Int64) { lock.withLock { _ = ending.insert(transaction) } }
  func finish(endOf transaction: Int64) { lock.withLock { _ = ending.remove(transaction) } }

  func note(_ number: Int64) {
    lock.withLock {
      // Usually the number after the last one.
      let place = runs.lastIndex { $0.lowerBound <= number } ?? -1
      if place >= 0, runs[place].contains(number) { return }
      if place >= 0, runs[place].upperBound == number - 1 {
        runs[place] = runs[place].lowerBound...number
      } else {
        runs.insert(number...number, at: place + 1)
      }
      if runs.count > Self.mostRuns { runs.removeFirst() }
    }
  }

  /// Returns whether others have saved after one save, up to the last one seen.
  func haveOthersSaved(after first: Int64, upTo last: Int64) -> Bool {
    let ending = lock.withLock { self.ending }
    if !areOthers(after: first, upTo: last) { return false }
    if ending.isEmpty { return true }
    let deadline = ContinuousClock.now + Self.longestEnd
    while ContinuousClock.now < deadline,
      lock.withLock({ !self.ending.isDisjoint(with: ending) })
    {
      PostgreSQLSocket.sleep(.milliseconds(1))
    }
    return areOthers(after: first, upTo: last)
  }

  private func areOthers(after first: Int64, upTo last: Int64) -> Bool {
    // The numbers decrease if an older state of the database is restored.
    if last < first { lock.withLock { runs.removeAll { $0.upperBound > last } } }
    if last <= first { return last < first }
    let own = lock.withLock { () -> Int64 in
      runs.reduce(Int64(0)) { count, run in
        let (lower, upper) = (max(run.lowerBound, first + 1), min(run.upperBound, last))
        return lower <= upper ? count + upper - lower + 1 : count
      }
    }
    // The numbers may have been changed arbitrarily.
    return UInt64(own) < UInt64(bitPattern: last &- first)
  }
}
