/// Passes the saves of each context of a container on to the others that merge them.
///
/// `@unchecked Sendable`: the mailboxes are behind the lock.
final class ChangeHub: @unchecked Sendable {
  private let lock = Lock()
  private var mailboxes: [WeakMailbox] = []

  private struct WeakMailbox {
    weak var mailbox: ChangeMailbox?
  }

  private static let registry = Lock()
  /// The hubs of stores that containers have, by the identities of the stores; guarded by the lock.
  nonisolated(unsafe) private static var hubs: [ObjectIdentifier: WeakHub] = [:]

  private struct WeakHub {
    weak var hub: ChangeHub?
  }

  /// The hub of a store: containers over the same one share it.
  static func shared(of store: some AnyObject) -> ChangeHub {
    registry.withLock {
      hubs = hubs.filter { $0.value.hub != nil }
      // Whoever has the hub has the store as well, so that no other one can have its identity.
      let id = ObjectIdentifier(store)
      if let known = hubs[id]?.hub { return known }
      let hub = ChangeHub()
      hubs[id] = WeakHub(hub: hub)
      return hub
    }
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
