import ArmatureModel

/// The order in which the hosts of an address are tried.
///
/// libpq also tries several hosts, but waits for one that does not respond until the whole timeout is over.
///
/// `@unchecked Sendable`: the lock guards the order.
final class PostgreSQLHosts: @unchecked Sendable {
  private let address: PostgreSQLAddress
  private let lock = Lock()
  private var order: [PostgreSQLAddress.Host]

  /// The default limit of the time to wait for one of several hosts.
  private static let longestWait: Duration = .seconds(5)

  init(_ address: PostgreSQLAddress) { (self.address, order) = (address, address.hosts) }

  /// Opens a connection to the first host that accepts one.
  ///
  /// A host that does not respond is tried last from then on, so that only one call has to wait for it.
  ///
  /// - Parameters:
  ///   - time: The maximum time for all hosts.
  ///   - open: Opens a connection until a deadline, with options in place of those of the address.
  /// - Throws: The error of the only host, or an error with the messages of all.
  func first<Result>(
    within time: Duration,
    _ open: ([(key: String, value: String)], ContinuousClock.Instant) throws -> Result
  ) throws -> Result {
    let deadline = ContinuousClock.now + time
    if address.hosts.isEmpty { return try open([], deadline) }
    let hosts = lock.withLock { address.balancesHosts ? order.shuffled() : order }
    let wait = min(address.hostTimeout ?? Self.longestWait, time / hosts.count)
    var silent: Set<PostgreSQLAddress.Host> = []
    var errors: [PostgreSQLStoreError] = []
    for session in address.sessions {
      for host in hosts where !silent.contains(host) {
        do {
          return try open(options(host, session), min(deadline, .now + wait))
        } catch let error as PostgreSQLStoreError where error.isOfHost {
          errors.append(error)
          if case .timedOut = error {
            silent.insert(host)
            moveToEnd(host)
          }
        }
      }
    }
    throw failure(errors)
  }

  /// Returns the error of the last host if all are servers that reject the connection, otherwise the messages of all.
  private func failure(_ errors: [PostgreSQLStoreError]) -> PostgreSQLStoreError {
    if let last = errors.last, errors.allSatisfy(\.isOfServer) { return last }
    var messages: [String] = []
    for message in errors.map(\.reason) where !messages.contains(message) {
      messages.append(message)
    }
    return .noConnection(server: address.name, message: messages.joined(separator: "\n"))
  }

  private func options(
    _ host: PostgreSQLAddress.Host, _ session: String?
  ) -> [(key: String, value: String)] {
    let options = [
      ("host", host.name), ("hostaddr", host.number), ("port", host.port),
      ("target_session_attrs", session),
    ]
    return options.compactMap { key, value in value.map { (key, $0) } }
  }

  private func moveToEnd(_ host: PostgreSQLAddress.Host) {
    lock.withLock {
      order.removeAll { $0 == host }
      order.append(host)
    }
  }
}

extension PostgreSQLStoreError {
  fileprivate var isOfServer: Bool { if case .database = self { true } else { false } }

  /// Whether another host may accept the connection. A wrong password would also be wrong there.
  fileprivate var isOfHost: Bool {
    switch self {
    case .noConnection, .timedOut: true
    case .database(_, let state, _, _): state.hasPrefix("57P") || state.hasPrefix("53")
    default: false
    }
  }
}
