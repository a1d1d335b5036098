import ArmatureModel

/// A record of the store's own save numbers, which detects the saves of others.
///
/// `@unchecked Sendable`: the lock guards the numbers.
final class SQLiteSaveWatch: @unchecked Sendable {
  private let lock = Lock()
  /// The last save that the store has made or seen.
  private var last: Int64
  /// The last save by others that the store has seen.
  private var lastRemote: Int64

  /// - Parameter last: The last save when the file was opened.
  init(last: Int64) { (self.last, lastRemote) = (last, 0) }

  /// Returns whether others have saved after one save, up to the last one seen.
  func haveOthersSaved(after first: Int64, upTo seen: Int64) -> Bool {
    lock.withLock {
      see(seen)
      // The numbers decrease if an older state of the file is restored.
      return seen < first || lastRemote > first
    }
  }

  /// Records that the store is about to save, after the present last save.
  func begin(_ number: Int64, after present: Int64) {
    lock.withLock {
      see(present)
      last = number
    }
  }

  /// Records that the save may have failed. If it succeeded, it counts as a save by others.
  func takeBack(to former: Int64) { lock.withLock { last = former } }

  private func see(_ number: Int64) {
    if number > last { (last, lastRemote) = (number, number) }
  }
}
