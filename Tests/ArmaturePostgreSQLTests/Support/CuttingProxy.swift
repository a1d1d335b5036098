import Foundation
import Synchronization
import TestSupport

/// A proxy between a store and a server that cuts a connection at a word from the client.
final class CuttingProxy: Sendable {
  /// The time of the cut.
  enum Cut {
    /// The server does not receive the word.
    case before
    /// The server receives the word, but the client does not receive the answer.
    case after
  }

  /// The word at the end of a transaction; the name of an isolation level has the same beginning.
  static let commit = "COMMIT\u{0}"

  private let socket: ServerSocket
  /// The folder of the server's socket.
  private let target: String
  /// The word that triggers a single cut; `nil` for no cut.
  private let trap = Mutex<Trap?>(nil)

  /// One connection.
  private final class Line: Sendable {
    /// Whether the client receives nothing any more.
    let isCut = Mutex(false)
  }

  private struct Trap: Sendable {
    let word: [UInt8]
    let cut: Cut
    let then: @Sendable () -> Void
  }

  /// - Parameter folder: The folder of the server's socket.
  init(to folder: String) throws {
    (socket, target) = (try ServerSocket(), folder)
    socket.serve { [weak self] client in
      if let self { self.serve(client) } else { close(client) }
    }
  }

  /// The address of the proxy.
  var address: String { socket.address }

  /// Cuts the connection of the next client that sends a word.
  ///
  /// - Parameter then: Called after the cut, before another client can connect.
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
        // The server's answer must not arrive any more, and the client must find the connection closed.
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
