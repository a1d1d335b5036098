import Foundation
import Synchronization

/// A proxy between a store and a server that delays each byte, like a long network connection.
final class DelayingProxy: Sendable {
  private let socket: ServerSocket
  /// The folder of the server's socket.
  private let target: String
  /// The delay of a byte in microseconds.
  private let delay: UInt64

  /// The bytes in transit in one direction.
  private final class Line: Sendable {
    private let parts = Mutex<[(due: UInt64, bytes: [UInt8])]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds a part; an empty part ends the connection.
    func put(_ bytes: [UInt8], due: UInt64) {
      parts.withLock { $0.append((due, bytes)) }
      arrivals.signal()
    }

    func take() -> (due: UInt64, bytes: [UInt8]) {
      arrivals.wait()
      return parts.withLock { $0.removeFirst() }
    }
  }

  /// - Parameters:
  ///   - server: The folder of the server's socket.
  ///   - roundTrip: The round-trip time in milliseconds.
  init(to server: String, roundTrip: Double) throws {
    do {
      socket = try ServerSocket()
    } catch {
      throw Skipped(reason: "no socket can be made: \(error)")
    }
    target = server
    delay = UInt64(roundTrip * 500)
    socket.serve { [weak self] client in
      if let self { self.serve(client) } else { close(client) }
    }
  }

  /// The address of the proxy.
  var address: String { socket.address }

  private func serve(_ client: Int32) {
    guard let server = ServerSocket.connection(to: target) else {
      close(client)
      return
    }
    carry(from: client, to: server)
    carry(from: server, to: client)
  }

  private func carry(from source: Int32, to target: Int32) {
    let (line, delay) = (Line(), delay)
    Thread.detachNewThread {
      ServerSocket.forEachPart(from: source) { part in
        line.put(part, due: Self.now + delay)
        return true
      }
      line.put([], due: Self.now + delay)
    }
    Thread.detachNewThread {
      while true {
        let (due, bytes) = line.take()
        let now = Self.now
        if due > now { usleep(UInt32(due - now)) }
        if bytes.isEmpty || !ServerSocket.send(bytes, to: target) { break }
      }
      shutdown(target, Int32(SHUT_WR))
    }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }
}
