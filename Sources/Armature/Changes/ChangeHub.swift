/// Passes the saves of each context of a container on to the others that merge them.
///
/// `@unchecked Sendable`: the mailboxes are behind the lock.
final class ChangeHub: @unchecked Sendable {
  private let lock = Lock()
  private var mailboxes: [WeakMailbox] = []

  private struct WeakMailbox {
    weak var mailbox: ChangeMailbox?
  }

  func add(_ mailbox: ChangeMailbox) {
    lock.lock()
    defer { lock.unlock() }
    mailboxes.removeAll { $0.mailbox == nil }
    mailboxes.append(WeakMailbox(mailbox: mailbox))
  }

  /// Whether anybody but the owner of a mailbox wants to know.
  func hasListeners(besides mailbox: ChangeMailbox?) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return mailboxes.contains { $0.mailbox.map { $0 !== mailbox } ?? false }
  }

  func post(_ change: ContextChange, from sender: ChangeMailbox?) {
    lock.lock()
    let receivers = mailboxes.compactMap(\.mailbox).filter { $0 !== sender }
    lock.unlock()
    for receiver in receivers { receiver.put(change) }
  }
}

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
