import ArmatureModel

/// The numbers of the saves that a store has made itself.
///
/// `@unchecked Sendable`: the numbers are behind the lock.
final class PostgreSQLOwnSaves: @unchecked Sendable {
  private let lock = Lock()
  /// Numbers that follow one another, in rising order.
  private var runs: [ClosedRange<Int64>] = []
  /// The transactions that are ending: others may see their saves already, whose numbers are noted a moment later.
  private var ending: Set<Int64> = []

  private static let mostRuns = 1000
  /// A look that comes in such a moment waits no longer for its end.
  private static let longestEnd: Duration = .seconds(1)

  /// Notes that a transaction is about to end, and after that, that it has.
  func begin(endOf transaction: Int64) { lock.withLock { _ = ending.insert(transaction) } }
  func finish(endOf transaction: Int64) { lock.withLock { _ = ending.remove(transaction) } }

  func note(_ number: Int64) {
    lock.withLock {
      // Most often the last number, and the one behind it.
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

  /// Whether others have made a save behind one, up to another one that was just seen.
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
    // The numbers go back when somebody brings back an older state of the database.
    if last < first { lock.withLock { runs.removeAll { $0.upperBound > last } } }
    if last <= first { return last < first }
    let own = lock.withLock { () -> Int64 in
      runs.reduce(Int64(0)) { count, run in
        let (lower, upper) = (max(run.lowerBound, first + 1), min(run.upperBound, last))
        return lower <= upper ? count + upper - lower + 1 : count
      }
    }
    // Somebody may have changed the numbers to any.
    return UInt64(own) < UInt64(bitPattern: last &- first)
  }
}
