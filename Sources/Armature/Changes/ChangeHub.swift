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
