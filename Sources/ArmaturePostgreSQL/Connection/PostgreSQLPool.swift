#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import ArmatureModel
import Dispatch

/// The connections of a store, limited in number, with a first-come queue.
///
/// `@unchecked Sendable`: the lock guards all mutable state, and a connection is used by one task at a time.
final class PostgreSQLPool: @unchecked Sendable {
  let connector: PostgreSQLConnector
  private let lock = Lock()
  private var idle: [PostgreSQLConnection] = []
  /// The number of connections in use or being made.
  private var busyCount = 0
  private var waiting: [Ticket] = []
  /// The number of connections of each task or of each thread without a task. An owner of a connection gets a second
  /// one without waiting, because other owners may be waiting for its first one. A task keeps its connections when it
  /// continues on another thread.
  private var owners: [UInt: Int] = [:]
  /// Whether there has been a connection, so that the address is right.
  private var wasConnected = false

  /// After this idle time, a connection is checked before it is reused.
  private static let restBeforeCheck: Duration = .seconds(30)

  /// A place in the queue.
  private final class Ticket: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
  }

  /// Whether a call waits for a host that takes over.
  private let awaitsTakeover: Bool

  init(_ connector: PostgreSQLConnector, awaitsTakeover: Bool = true) {
    (self.connector, self.awaitsTakeover) = (connector, awaitsTakeover)
  }

  private var settings: PostgreSQLSettings { connector.settings }

  /// A connection for exclusive use until it is given back.
  struct Lease {
    let connection: PostgreSQLConnection
    fileprivate let owner: UInt
  }

  /// Takes an idle connection or makes a new one.
  ///
  /// - Throws: `PostgreSQLStoreError.timedOut` if none is free in time, or the error of the server.
  func take() throws -> Lease {
    let owner = withUnsafeCurrentTask { $0.map { UInt(bitPattern: $0.hashValue) } } ?? Self.thread
    try enter(owner)
    do {
      return Lease(connection: try usable(), owner: owner)
    } catch {
      leave(owner)
      throw error
    }
  }

  /// The unique identifier of the thread.
  private static var thread: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Waits for permission to use a connection.
  private func enter(_ owner: UInt) throws {
    lock.lock()
    if busyCount < settings.connectionLimit && waiting.isEmpty || owners[owner] != nil {
      busyCount += 1
      owners[owner, default: 0] += 1
      return lock.unlock()
    }
    let ticket = Ticket()
    waiting.append(ticket)
    lock.unlock()
    let deadline = ContinuousClock.now + settings.timeout
    while ticket.semaphore.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      let isCancelled = Task.isCancelled
      if ContinuousClock.now < deadline, !isCancelled { continue }
      let place = lock.withLock {
        let place = waiting.firstIndex { $0 === ticket }
        if let place { waiting.remove(at: place) }
        return place
      }
      // Permission was granted at this moment.
      if place == nil { break }
      if isCancelled { throw CancellationError() }
      throw PostgreSQLStoreError.timedOut(
        server: connector.address.name,
        step: "have one of \(settings.connectionLimit) connections free")
    }
    lock.withLock { owners[owner, default: 0] += 1 }
  }

  /// Passes the permission to the first in the queue.
  private func leave(_ owner: UInt) {
    lock.withLock {
      let rest = (owners[owner] ?? 1) - 1
      owners[owner] = rest > 0 ? rest : nil
      if busyCount <= settings.connectionLimit, !waiting.isEmpty {
        waiting.removeFirst().semaphore.signal()
      } else {
        busyCount -= 1
      }
    }
  }

  /// Returns a usable idle connection or a new one.
  private func usable() throws -> PostgreSQLConnection {
    while let connection = lock.withLock({ idle.popLast() }) {
      if connection.isGone { continue }
      connection.timeout = min(settings.timeout, .seconds(5))
      defer { connection.timeout = settings.timeout }
      let isFresh = ContinuousClock.now - connection.restingSince < Self.restBeforeCheck
      guard isFresh || (try? connection.receiveFine()) != nil,
        (try? connection.forgetManyStatements()) != nil
      else {
        // The check of each would wait for a server that does not respond.
        closeIdle()
        continue
      }
      return connection
    }
    let isAgain = awaitsTakeover && lock.withLock { wasConnected }
    let connection = try isAgain ? connector.reconnect() : connector.connect()
    lock.withLock { wasConnected = true }
    return connection
  }

  /// Gives a connection back, after rolling back an open transaction.
  func giveBack(_ lease: Lease) {
    let connection = lease.connection
    connection.introduction = nil
    if !connection.isEnding, connection.isInTransaction { connection.rollBack() }
    connection.restingSince = .now
    if connection.isBroken || connection.isTainted {
      connection.abandon()
    } else {
      lock.withLock { idle.append(connection) }
    }
    leave(lease.owner)
  }

  /// The number of idle connections and the number of their round trips.
  var idleCount: Int { lock.withLock { idle.count } }
  var tripCount: Int { lock.withLock { idle.reduce(0) { $0 + $1.tripCount } } }

  /// Closes the idle connections: if one connection was lost, the others usually are, too.
  func closeIdle() {
    let old = lock.withLock {
      defer { idle = [] }
      return idle
    }
    // They are closed without the lock.
    withExtendedLifetime(old) {}
  }
}
