import Foundation
import Synchronization

/// Stands between a store and a server, and brings each byte to the other side after a delay, as a long line does.
final class DelayingProxy: Sendable {
  let folder: String
  private let target: String
  private let listener: Int32
  /// How long a byte is under way, in microseconds.
  private let delay: UInt64

  /// What is under way in one direction.
  private final class Line: Sendable {
    private let parts = Mutex<[(due: UInt64, bytes: [UInt8])]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// An empty part ends the line.
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
  ///   - roundTrip: How long the way there and back takes, in milliseconds.
  init(to server: String, roundTrip: Double) throws {
    folder = "/tmp/armature-far-\(UUID().uuidString.prefix(8))"
    mkdir(folder, 0o700)
    target = "\(server)/.s.PGSQL.5432"
    delay = UInt64(roundTrip * 500)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    let isListening = Self.withAddress("\(folder)/.s.PGSQL.5432") { address, size in
      bind(listener, address, size) == 0 && listen(listener, 64) == 0
    }
    guard isListening else { throw Skipped(reason: "no socket can be made in \(folder)") }
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of the server at the other end.
  var address: String { "postgresql:///postgres?host=\(folder)&user=armature" }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
      close(client)
      close(server)
      return
    }
    carry(from: client, to: server)
    carry(from: server, to: client)
  }

  private func carry(from source: Int32, to target: Int32) {
    let (line, delay) = (Line(), delay)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(source, &buffer, buffer.count)
        line.put(Array(buffer[..<max(0, count)]), due: Self.now + delay)
        if count <= 0 { return }
      }
    }
    Thread.detachNewThread {
      while true {
        let (due, bytes) = line.take()
        let now = Self.now
        if due > now { usleep(UInt32(due - now)) }
        if bytes.isEmpty || !Self.send(bytes, to: target) { break }
      }
      shutdown(target, Int32(SHUT_WR))
    }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }

  private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Whoever has gone must not end the process.
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
