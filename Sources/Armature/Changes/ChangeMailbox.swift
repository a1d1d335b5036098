/// The saves of other contexts that a context has not merged yet.
///
/// If a context does nothing for a long time, its mailbox only records that something has changed. The context then
/// compares its objects with the store when it merges.
///
/// `@unchecked Sendable`: the changes are behind the lock.
final class ChangeMailbox: @unchecked Sendable {
  private let lock = Lock()
  private var changes: [ContextChange] = []
  /// The number of object changes in all saves except the first.
  private var count = 0

  /// The maximum number of object changes to keep, in addition to the changes of one save.
  private static let limit = 4_096

  func put(_ change: ContextChange) {
    lock.lock()
    defer { lock.unlock() }
    if changes.isEmpty {
      changes = [change]
    } else if !changes[0].isUnknown {
      changes.append(change)
      count += change.transaction.changes.count
      if count > Self.limit || change.isUnknown { (changes, count) = ([.unknown], 0) }
    }
  }

  /// Puts back changes that could not be merged, before newer ones.
  func putBack(_ rest: ArraySlice<ContextChange>) {
    let since = lock.withLock {
      defer { (changes, count) = ([], 0) }
      return changes
    }
    for change in rest + since { put(change) }
  }

  func takeAll() -> [ContextChange] {
    lock.lock()
    defer { lock.unlock() }
    defer { (changes, count) = ([], 0) }
    return changes
  }
}
