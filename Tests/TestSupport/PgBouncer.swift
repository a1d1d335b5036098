import Foundation

/// A pooler in front of a server of PostgreSQL, which listens on a socket in a folder of its own, and ends with the value or
/// the process.
package final class PgBouncer: @unchecked Sendable {
  /// To what a client is given a session of the server.
  package enum Mode: String, Sendable {
    case session, transaction, statement
  }

  /// The folder of its socket and its log.
  private let folder: String
  private let shell: Process
  /// The pooler ends when this is closed, whoever closes it.
  private let life = Pipe()

  /// The program; `nil` where there is none.
  package static let program: String? = [
    "/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
  ].map { "\($0)/pgbouncer" }.first(where: FileManager.default.isExecutableFile)

  private struct NotStarted: Error {
    let log: String
  }

  /// - Parameter sessions: How many sessions of the server all clients share.
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

  /// Has the system end it, and starts it again.
  package func restart() throws {
    try life.fileHandleForWriting.write(contentsOf: Data("restart\n".utf8))
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The address of the server's database behind it.
  package var address: String { "postgresql:///postgres?host=\(folder)&port=6432&user=armature" }
}
