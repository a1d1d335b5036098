/// Forwards the saves of each context of a container to the other contexts that merge them.
///
/// `@unchecked Sendable`: the lock protects the mailboxes.
final class ChangeHub: @unchecked Sendable {
  private let lock = Lock()
  private var mailboxes: [WeakMailbox] = []

  private struct WeakMailbox {
    weak var mailbox: ChangeMailbox?
  }

  private static let registry = Lock()
  /// The hubs of the stores in containers, by the identities of the stores; protected by the lock.
  nonisolated(unsafe) private static var hubs: [ObjectIdentifier: WeakHub] = [:]

  private struct WeakHub {
    weak var hub: ChangeHub?
  }

  /// Returns the hub of a store, which containers over the same store share.
  static func shared(of store: some AnyObject) -> ChangeHub {
    registry.withLock {
      hubs = hubs.filter { $0.value.hub != nil }
      // Any user of the hub keeps the store as well, so no other store can have the same identity.
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

  /// Returns whether any context listens, except for the owner of a mailbox.
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
