/// The saves of other contexts that a context has not merged yet.
///
/// `@unchecked Sendable`: the lock protects the changes.
final class ChangeMailbox: @unchecked Sendable {
  private let lock = Lock()
  private var changes: [ContextChange] = []

  func put(_ change: ContextChange) {
    lock.lock()
    changes.append(change)
    lock.unlock()
  }

  /// Puts back changes that could not be merged, before newer ones.
  func putBack(_ rest: ArraySlice<ContextChange>) {
    lock.lock()
    changes.insert(contentsOf: rest, at: 0)
    lock.unlock()
  }

  func takeAll() -> [ContextChange] {
    lock.lock()
    defer { lock.unlock() }
    defer { changes = [] }
    return changes
  }
}
