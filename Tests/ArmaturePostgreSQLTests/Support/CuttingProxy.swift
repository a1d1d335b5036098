import Foundation
import Synchronization
import TestSupport

/// Stands between a store and a server, and cuts a connection at a word of the client's.
final class CuttingProxy: Sendable {
  /// What happens when the client says the word.
  enum Cut {
    /// The server does not hear it.
    case before
    /// The server hears it, and the client does not hear the answer.
    case after
  }

  /// The word at the end of a transaction, which the name of an isolation level begins with.
  static let commit = "COMMIT\u{0}"

  private let socket: ServerSocket
  /// The folder of the server's socket.
  private let target: String
  /// The word that cuts, once; no connection is cut without one.
  private let trap = Mutex<Trap?>(nil)

  /// One connection.
  private final class Line: Sendable {
    /// Whether the client hears nothing any more.
    let isCut = Mutex(false)
  }

  private struct Trap: Sendable {
    let word: [UInt8]
    let cut: Cut
    let then: @Sendable () -> Void
  }

  /// - Parameter folder: That of the server's socket.
  init(to folder: String) throws {
    (socket, target) = (try ServerSocket(), folder)
    socket.serve { [weak self] client in
      if let self { self.serve(client) } else { close(client) }
    }
  }

  /// The address of the server behind the proxy.
  var address: String { socket.address }

  /// Cuts the connection of whoever says a word next.
  ///
  /// - Parameter then: Called when the connection is cut, before anybody else can connect.
  func cut(_ cut: Cut, at word: String, _ then: @escaping @Sendable () -> Void = {}) {
    trap.withLock { $0 = Trap(word: Array(word.utf8), cut: cut, then: then) }
  }

  private func serve(_ client: Int32) {
    guard let server = ServerSocket.connection(to: target) else {
      close(client)
      return
    }
    let line = Line()
    Thread.detachNewThread {
      ServerSocket.forEachPart(from: server) {
        !line.isCut.withLock(\.self) && ServerSocket.send($0, to: client)
      }
      shutdown(client, Int32(SHUT_RDWR))
    }
    Thread.detachNewThread { [weak self] in
      ServerSocket.forEachPart(from: client) { part in
        guard let trap = self?.cut(in: part) else { return ServerSocket.send(part, to: server) }
        line.isCut.withLock { $0 = true }
        if trap.cut == .after { ServerSocket.send(part, to: server) }
        trap.then()
        // The server's own answer must not come through any more, and it finds nobody there.
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_WR))
        return false
      }
      shutdown(server, Int32(SHUT_WR))
    }
  }

  private func cut(in part: [UInt8]) -> Trap? {
    trap.withLock { trap in
      guard let found = trap, part.firstRange(of: found.word) != nil else { return nil }
      trap = nil
      return found
    }
  }
}
