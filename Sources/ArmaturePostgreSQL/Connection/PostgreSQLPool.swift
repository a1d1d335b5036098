#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import ArmatureModel
import Dispatch

/// The connections of a store: so many at most, and whoever finds none waits in the order of coming.
///
/// `@unchecked Sendable`: everything that changes is behind the lock, and one task at a time has a connection.
final class PostgreSQLPool: @unchecked Sendable {
  let connector: PostgreSQLConnector
  private let lock = Lock()
  private var idle: [PostgreSQLConnection] = []
  /// How many have a connection, or are making one.
  private var busyCount = 0
  private var waiting: [Ticket] = []
  /// How many connections each task has, or each thread without one: who has some does not wait for others to give
  /// theirs back, which may wait for his own. A task keeps its own when it goes on in another thread.
  private var owners: [UInt: Int] = [:]

  /// After so long a rest, a connection is asked whether it still is one.
  private static let restBeforeCheck: Duration = .seconds(30)

  /// A place in the queue.
  private final class Ticket: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
  }

  init(_ connector: PostgreSQLConnector) { self.connector = connector }

  private var settings: PostgreSQLSettings { connector.settings }

  /// A connection that nobody else has, until it is given back.
  struct Lease {
    let connection: PostgreSQLConnection
    fileprivate let owner: UInt
  }

  /// Takes a connection, and makes one if none is at rest.
  ///
  /// - Throws: `PostgreSQLStoreError.timedOut`, if none is free in time, or what the server says.
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

  /// What tells the thread from all others.
  private static var thread: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Waits for a place among those that have connections.
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
      // It was given a place at this moment.
      if place == nil { break }
      if isCancelled { throw CancellationError() }
      throw PostgreSQLStoreError.timedOut(
        server: connector.address.name,
        step: "have one of \(settings.connectionLimit) connections free")
    }
    lock.withLock { owners[owner, default: 0] += 1 }
  }

  /// Gives the place to the first who waits.
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

  /// A connection at rest that still is one, or a new one.
  private func usable() throws -> PostgreSQLConnection {
    while let connection = lock.withLock({ idle.popLast() }) {
      if connection.isGone { continue }
      connection.timeout = min(settings.timeout, .seconds(5))
      defer { connection.timeout = settings.timeout }
      let isFresh = ContinuousClock.now - connection.restingSince < Self.restBeforeCheck
      guard isFresh || (try? connection.receiveFine()) != nil,
        (try? connection.forgetManyStatements()) != nil
      else { continue }
      return connection
    }
    return try connector.connect()
  }

  /// Gives a connection back; a transaction that is still under way is taken back.
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

  /// How many connections are at rest, and how often they have waited for the server.
  var idleCount: Int { lock.withLock { idle.count } }
  var tripCount: Int { lock.withLock { idle.reduce(0) { $0 + $1.tripCount } } }

  /// Closes what is at rest: after one connection was lost, the others are, too, most often.
  func closeIdle() {
    let old = lock.withLock {
      defer { idle = [] }
      return idle
    }
    // They are closed without the lock.
    withExtendedLifetime(old) {}
  }
}
