import Foundation

/// The tests' own PostgreSQL server. It listens on a socket in its own folder, and ends with the process.
package final class PostgreSQLServer: @unchecked Sendable {
  /// The folder with the data, the socket and the log.
  package let folder: String
  private let shell: Process
  /// The server ends when this pipe is closed, in any way.
  private let life = Pipe()
  private let lock = NSLock()
  private var schemaCount = 0

  /// The folder of the server's programs; `nil` if they are not installed.
  package static let programs: String? = {
    if let named = ProcessInfo.processInfo.environment["ARMATURE_POSTGRESQL_BIN"] { return named }
    let versions = "/usr/lib/postgresql"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return found.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.last
      .map { "\(versions)/\($0)/bin" }
  }()

  /// The server shared by the tests of the process; `nil` if none can be started.
  package static let shared: PostgreSQLServer? = try? PostgreSQLServer()

  private struct NotStarted: Error {
    let log: String
  }

  /// Creates new data and starts a server.
  ///
  /// - Parameters:
  ///   - settings: Additional settings, such as `fsync=on`.
  ///   - primary: The server that a standby follows; `nil` for a primary.
  package init(
    settings: [String] = ["fsync=off", "max_connections=300"],
    following primary: PostgreSQLServer? = nil
  ) throws {
    guard let programs = Self.programs else { throw NotStarted(log: "There are no programs.") }
    // The path of a socket has at most 107 bytes.
    folder = "/tmp/armature-pg-\(UUID().uuidString.prefix(8))"
    let options = settings.map { "-c \($0)" }.joined(separator: " ")
    let script = """
      mkdir -m 755 \(folder) && cd \(folder) || exit 1
      # The data of a standby is a copy of the primary's data.
      copy() {
        rm -rf data
        "\(programs)/pg_basebackup" -D data -R -h "$1" -U armature -c fast --no-sync >> log 2>&1
      }
      \(primary.map { "copy \($0.folder) || exit 1" } ?? Self.creation(programs))
      start() { "\(programs)/postgres" -D data -k \(folder) -c listen_addresses= \(options) >> log 2>&1 & server=$!; }
      children() { cat /proc/$server/task/$server/children 2>/dev/null || pgrep -P $server; }
      alive() { kill -0 $1 2>/dev/null && ! grep -q '^State:.*Z' /proc/$1/status 2>/dev/null; }
      # A new server is refused while one of the old processes has its memory.
      kill_all() {
        all="$server $(children)"; tries=0
        kill -KILL $all; wait $server
        for process in $all; do
          while alive $process && [ $tries -lt 40 ]; do sleep 0.05; tries=$((tries + 1)); done
        done
      }
      start
      while read word rest; do
        case $word in
          fast) kill -INT $server; wait $server ;;
          quit) kill -QUIT $server; wait $server ;;
          kill) kill_all ;;
          freeze) kill -STOP $server $(children) ;;
          start) : > log; start ;;
          follow) : > log; copy $rest && start ;;
          promote) "\(programs)/pg_ctl" promote -D data >> log 2>&1 ;;
        esac
        echo $word >> done
      done
      kill -INT $server
      wait $server
      cd / && rm -rf \(folder)
      """
    shell = try Process.server(script, life)
    try wait { isReady }
  }

  private static func creation(_ programs: String) -> String {
    """
    "\(programs)/initdb" -D data -A trust -U armature -E UTF8 --no-locale --no-sync > log 2>&1 || exit 1
    """
  }

  private func wait(_ isOver: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isOver() {
      guard shell.isRunning, ContinuousClock.now < end else { throw NotStarted(log: text("log")) }
      usleep(20_000)
    }
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  /// The ways to stop a server.
  package enum End: String {
    /// A shutdown that ends connections, and waits for standbys to have everything.
    case fast
    /// Immediate shutdown, as after a power failure.
    case quit
    /// Killing all processes.
    case kill
    /// Stopping all processes, which keep their connections, as if the machine had lost its network.
    case freeze
  }

  /// Stops the server, by default as in a power failure.
  package func stop(_ end: End = .quit) throws { try tell(end.rawValue) }

  /// Starts the server again with its data.
  package func start() throws {
    try tell("start")
    try wait { isReady }
  }

  /// Replaces the data of a stopped server by a copy of another server's, and starts it as a standby.
  package func follow(_ primary: PostgreSQLServer) throws {
    try tell("follow \(primary.folder)")
    try wait { isReady }
  }

  /// Makes a standby a primary.
  package func promote() throws { try tell("promote") }

  private func tell(_ words: String) throws {
    let count = text("done").split(separator: "\n").count
    try life.fileHandleForWriting.write(contentsOf: Data("\(words)\n".utf8))
    try wait { text("done").split(separator: "\n").count > count }
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The data folder is accessible to its owner only; the log is readable by all.
  private var isReady: Bool { text("log").contains("ready to accept ") }

  /// The address of the server's database.
  package var address: String { "postgresql:///postgres?host=\(folder)&user=armature" }

  /// The address of the primary among this server and another one.
  package func address(with other: PostgreSQLServer) -> String {
    address.replacing(folder, with: "\(folder),\(other.folder)")
      + "&target_session_attrs=read-write"
  }

  /// Returns the name of an unused schema.
  package func newSchema() -> String {
    lock.withLock {
      schemaCount += 1
      return "test\(schemaCount)"
    }
  }
}
