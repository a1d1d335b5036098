/// What others have saved and a context has not merged yet.
///
/// `@unchecked Sendable`: the changes are behind the lock.
final class ChangeMailbox: @unchecked Sendable {
  private let lock = Lock()
  private var changes: [ContextChange] = []

  func put(_ change: ContextChange) {
    lock.lock()
    changes.append(change)
    lock.unlock()
  }

  /// Takes changes back that could not be merged, in front of those that came meanwhile.
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
