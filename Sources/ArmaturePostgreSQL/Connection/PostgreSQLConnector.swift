#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import ArmatureSQL

/// A factory of connections to one database.
struct PostgreSQLConnector: Sendable {
  let library: PostgreSQLLibrary
  let address: PostgreSQLAddress
  let settings: PostgreSQLSettings
  private let hosts: PostgreSQLHosts

  /// The minimum version of a server.
  private static let leastServer = 12

  init(_ settings: PostgreSQLSettings) throws {
    library = try PostgreSQLLibrary.load(settings.library)
    address = try PostgreSQLAddress(settings.address, library)
    hosts = PostgreSQLHosts(address)
    self.settings = settings
  }

  /// Connects to the server and prepares the connection for use.
  ///
  /// - Parameter isCancellable: Whether cancelling the task ends the wait.
  /// - Throws: ``PostgreSQLStoreError``.
  func connect(isCancellable: Bool = true) throws -> PostgreSQLConnection {
    let handle = try hosts.first(within: settings.connectionTimeout ?? settings.timeout) {
      options, deadline in
      try open(options, deadline, isCancellable)
    }
    let connection = PostgreSQLConnection(
      handle, library, server: address.name, timeout: settings.timeout, log: settings.log)
    try check(connection, isCancellable)
    return connection
  }

  /// Connects again after a connection was lost. If the address names several hosts and none accepts, one of them may be
  /// about to take over, so the call waits for it until the timeout.
  func reconnect(isCancellable: Bool = true) throws -> PostgreSQLConnection {
    let deadline = ContinuousClock.now + settings.timeout
    for tries in 0... {
      do {
        return try connect(isCancellable: isCancellable)
      } catch let error as PostgreSQLStoreError {
        guard !address.hosts.isEmpty, error.isOfConnection, ContinuousClock.now < deadline else {
          throw error
        }
      }
      if isCancellable, Task.isCancelled { break }
      PostgreSQLSocket.sleep(.milliseconds(10 << min(tries, 4)))
    }
    throw CancellationError()
  }

  /// Opens a connection with some options in place of those of the address.
  private func open(
    _ options: [(key: String, value: String)], _ deadline: ContinuousClock.Instant,
    _ isCancellable: Bool
  ) throws -> PostgreSQLLibrary.Connection {
    let pairs = [(key: "dbname", value: address.text)] + options
    let texts = pairs.flatMap { [strdup($0.key), strdup($0.value)] }
    defer { texts.forEach { free($0) } }
    func pointers(from start: Int) -> [PostgreSQLLibrary.Text?] {
      stride(from: start, to: texts.count, by: 2).map {
        texts[$0].map { PostgreSQLLibrary.Text($0) }
      } + [nil]
    }
    guard let handle = library.connectStart(pointers(from: 0), pointers(from: 1), 1) else {
      throw PostgreSQLStoreError.noConnection(server: address.name, message: "no memory is left")
    }
    do {
      try finishConnecting(handle, deadline, isCancellable)
    } catch {
      library.finish(handle)
      throw error
    }
    return handle
  }

  private func finishConnecting(
    _ handle: PostgreSQLLibrary.Connection, _ deadline: ContinuousClock.Instant,
    _ isCancellable: Bool
  ) throws {
    func failure() -> PostgreSQLStoreError {
      let message = library.message(handle).map { String(cString: $0) } ?? ""
      guard let refusal = PostgreSQLConnectionError(message) else {
        return .noConnection(server: address.name, message: message)
      }
      return .database(
        server: address.name, state: refusal.state, message: refusal.message, constraint: nil)
    }
    if library.status(handle) == 1 { throw failure() }
    // Only the text of a long message contains the SQLSTATE of a rejected connection.
    _ = library.setVerbosity(handle, PostgreSQLCode.longMessages)
    defer { _ = library.setVerbosity(handle, PostgreSQLCode.plainMessages) }
    // Notices are meant for interactive use.
    _ = library.setNoticeReceiver(handle, { _, _ in }, nil)
    var state = PostgreSQLCode.pollingWriting
    while state != PostgreSQLCode.pollingOK {
      let outcome = PostgreSQLSocket.wait(
        library.socket(handle), reading: state == PostgreSQLCode.pollingReading,
        writing: state == PostgreSQLCode.pollingWriting, until: deadline,
        isCancellable: isCancellable)
      switch outcome {
      case .ready: state = library.connectPoll(handle)
      case .timedOut:
        throw PostgreSQLStoreError.timedOut(server: address.name, step: "accept a connection")
      case .cancelled: throw CancellationError()
      }
      if state == PostgreSQLCode.pollingFailed { throw failure() }
    }
    guard library.setNonblocking(handle, 1) == 0, library.enterPipeline(handle) == 1 else {
      throw failure()
    }
  }

  /// Checks the server and sets the session up: names are looked up in the schema of the store first, and text is
  /// UTF-8.
  private func check(_ connection: PostgreSQLConnection, _ isCancellable: Bool) throws {
    let version = Int(library.serverVersion(connection.handle)) / 10_000
    if version < Self.leastServer {
      throw connection.unusable(
        "its server is version \(version)", .updateServer(version: Self.leastServer))
    }
    let encoding =
      library.parameterStatus(connection.handle, "server_encoding").map { String(cString: $0) }
      ?? "unknown"
    if encoding.uppercased() != "UTF8" {
      throw connection.unusable("its text is in the encoding \(encoding)", .createWithUTF8)
    }
    // Behind a pooler, the process number is missing or differs. Session settings would then affect other clients, so
    // they are made per transaction.
    let process = library.processNumber(connection.handle)
    try connection.send(
      "\(setting(isOfTransaction: false)) WHERE pg_catalog.pg_backend_pid() = \(process)")
    let answer = try connection.receiveFine(isCancellable: isCancellable).last
    if answer?.rowCount != 1 { connection.preamble = setting(isOfTransaction: true) }
  }

  /// Returns the statement with the settings that all other statements need, for a session or for a transaction.
  private func setting(isOfTransaction: Bool) -> String {
    let path = "\(name: settings.schema), pg_catalog, pg_temp" as SQLStatement
    // Long lists of values are written as literals, which need standard strings.
    let values = [
      ("search_path", path.text), ("client_encoding", "UTF8"),
      ("standard_conforming_strings", "on"),
    ]
    let calls = values.map { name, value in
      let literal = value.replacing("\\", with: "\\\\").replacing("'", with: "''")
      return "pg_catalog.set_config('\(name)', E'\(literal)', \(isOfTransaction))"
    }
    return "SELECT \(calls.joined(separator: ", "))"
  }
}

/// The settings of a store in a database.
struct PostgreSQLSettings: Sendable {
  var address: String
  let schema: String
  let keepsHistory: Bool
  /// Whether saves are serializable.
  let isSerializable: Bool
  /// Whether blocks of keys are far apart.
  let scattersKeys: Bool
  /// Whether saves send notifications.
  let notifies: Bool
  let connectionLimit: Int
  let timeout: Duration
  let library: String?
  /// The address of standbys that answer reads.
  var replicas: String? = nil
  /// The maximum time to wait for a new connection; `nil` for the timeout.
  var connectionTimeout: Duration? = nil
  /// Whether a migration runs step by step; `nil` to detect it from the server.
  var migratesStepwise: Bool? = nil
  let log: (@Sendable (_ statement: String, _ duration: Duration) -> Void)?
}
