import ArmatureModel

/// Which saves of a file are those of others: each has a number, and a store knows its own.
///
/// `@unchecked Sendable`: the numbers are behind the lock.
final class SQLiteSaveWatch: @unchecked Sendable {
  private let lock = Lock()
  /// The last save that the store has made, or has seen.
  private var last: Int64
  /// The last one that it has seen, and not made.
  private var lastOfOthers: Int64

  /// - Parameter last: The last save when the file was opened.
  init(last: Int64) { (self.last, lastOfOthers) = (last, 0) }

  /// Whether others have saved after one save, up to another one that was just seen.
  func haveOthersSaved(after first: Int64, upTo seen: Int64) -> Bool {
    lock.withLock {
      see(seen)
      // The numbers go back when somebody brings back an older state of the file.
      return seen < first || lastOfOthers > first
    }
  }

  /// Notes that the store is about to make a save, after the last one that there is.
  func begin(_ number: Int64, after present: Int64) {
    lock.withLock {
      see(present)
      last = number
    }
  }

  /// Notes that the save may not have been made: if it was, it counts as one of others.
  func takeBack(to former: Int64) { lock.withLock { last = former } }

  private func see(_ number: Int64) {
    if number > last { (last, lastOfOthers) = (number, number) }
  }
}
