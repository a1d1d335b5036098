import Foundation

/// A server of PostgreSQL of the tests' own, which listens on a socket in a folder of its own, and ends with the process.
package final class PostgreSQLServer: @unchecked Sendable {
  /// The folder of its data, its socket and its log.
  package let folder: String
  private let shell: Process
  /// The server ends when this is closed, whoever closes it.
  private let life = Pipe()
  private let lock = NSLock()
  private var schemaCount = 0

  /// The folder of the server's programs; `nil` where there is none.
  package static let programs: String? = {
    if let named = ProcessInfo.processInfo.environment["ARMATURE_POSTGRESQL_BIN"] { return named }
    let versions = "/usr/lib/postgresql"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return found.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.last
      .map { "\(versions)/\($0)/bin" }
  }()

  /// The server that the tests of the process share; `nil` where none can be started.
  package static let shared: PostgreSQLServer? = try? PostgreSQLServer()

  private struct NotStarted: Error {
    let log: String
  }

  /// Makes new data, and starts a server on them.
  ///
  /// - Parameter settings: What the server is told beside the usual, such as `fsync=on`.
  package init(settings: [String] = ["fsync=off", "max_connections=300"]) throws {
    guard let programs = Self.programs else { throw NotStarted(log: "There are no programs.") }
    // The path of a socket has at most 107 bytes.
    folder = "/tmp/armature-pg-\(UUID().uuidString.prefix(8))"
    let options = settings.map { "-c \($0)" }.joined(separator: " ")
    let script = """
      mkdir -m 755 \(folder) && cd \(folder) || exit 1
      "\(programs)/initdb" -D data -A trust -U armature -E UTF8 --no-locale --no-sync > log 2>&1 || exit 1
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
      while read word; do
        case $word in
          quit) kill -QUIT $server; wait $server ;;
          kill) kill_all ;;
          start) : > log; start ;;
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

  /// How a server ends at once.
  package enum End: String {
    /// It has its processes leave what they do, as for a failure of power.
    case quit
    /// The system ends all its processes.
    case kill
  }

  /// Ends the server, as a failure of power would unless said otherwise.
  package func stop(_ end: End = .quit) throws { try tell(end.rawValue) }

  /// Starts the server again on its data.
  package func start() throws {
    try tell("start")
    try wait { isReady }
  }

  private func tell(_ word: String) throws {
    let count = text("done").split(separator: "\n").count
    try life.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
    try wait { text("done").split(separator: "\n").count > count }
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The folder of the data is for its owner alone; the log is for all.
  private var isReady: Bool { text("log").contains("ready to accept connections") }

  /// The address of its database.
  package var address: String { "postgresql:///postgres?host=\(folder)&user=armature" }

  /// The name of a schema that nobody else uses.
  package func newSchema() -> String {
    lock.withLock {
      schemaCount += 1
      return "test\(schemaCount)"
    }
  }
}
