import Foundation

/// A pooler in front of a PostgreSQL server. It listens on a socket in its own folder, and ends with the value or the
/// process.
package final class PgBouncer: @unchecked Sendable {
  /// The unit for which a client receives a server session.
  package enum Mode: String, Sendable {
    case session, transaction, statement
  }

  /// The folder with the socket and the log.
  private let folder: String
  private let shell: Process
  /// The pooler ends when this pipe is closed, in any way.
  private let life = Pipe()

  /// The program; `nil` if it is not installed.
  package static let program: String? = [
    "/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
  ].map { "\($0)/pgbouncer" }.first(where: FileManager.default.isExecutableFile)

  private struct NotStarted: Error {
    let log: String
  }

  /// - Parameter sessions: The number of server sessions shared by all clients.
  package init(_ mode: Mode, to server: PostgreSQLServer, sessions: Int) throws {
    guard let program = Self.program else { throw NotStarted(log: "There is no program.") }
    folder = "/tmp/armature-pool-\(UUID().uuidString.prefix(8))"
    let settings = """
      [databases]
      postgres = host=\(server.folder) user=armature
      [pgbouncer]
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = \(mode.rawValue)
      default_pool_size = \(sessions)
      """
    let script = """
      mkdir -m 755 \(folder) && cd \(folder) || exit 1
      cat > settings <<'END'
      \(settings)
      END
      start() { "\(program)" settings >> log 2>&1 & pooler=$!; }
      start
      while read word; do
        kill -KILL $pooler; wait $pooler
        : > log
        start
      done
      kill -KILL $pooler
      cd / && rm -rf \(folder)
      """
    shell = try Process.server(script, life)
    try awaitStart()
  }

  private func awaitStart() throws {
    let end = ContinuousClock.now + .seconds(60)
    while !log.contains("process up") {
      guard shell.isRunning, ContinuousClock.now < end else { throw NotStarted(log: log) }
      usleep(5_000)
    }
  }

  private var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "" }

  /// Kills the pooler and starts it again.
  package func restart() throws {
    try life.fileHandleForWriting.write(contentsOf: Data("restart\n".utf8))
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The address of the server's database behind the pooler.
  package var address: String { "postgresql:///postgres?host=\(folder)&port=6432&user=armature" }
}
