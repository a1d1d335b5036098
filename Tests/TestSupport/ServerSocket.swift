#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import class Foundation.Thread
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A socket in its own folder, at which a test can pose as a PostgreSQL server.
package final class ServerSocket: Sendable {
  /// The folder that an address names as the host.
  package let folder: String
  private let listener: Int32
  private let state = State()

  /// State shared with the serving thread.
  private final class State: Sendable {
    let isServed = Atomic(false)
    let isEnded = Atomic(false)
  }

  private static let name = ".s.PGSQL.5432"

  /// - Throws: An error if the socket cannot be created.
  package init() throws {
    folder = "/tmp/armature-socket-\(UUID().uuidString.prefix(8))"
    mkdir(folder, 0o700)
    let listener = Self.makeSocket()
    self.listener = listener
    let isListening = Self.withAddress("\(folder)/\(Self.name)") { address, size in
      bind(listener, address, size) == 0 && listen(listener, 64) == 0
    }
    if !isListening { throw POSIXError(.EADDRINUSE) }
  }

  deinit {
    state.isEnded.store(true, ordering: .relaxed)
    if state.isServed.load(ordering: .relaxed) {
      // A last connection wakes the thread on every system.
      if let last = Self.connection(to: folder) { close(last) }
    } else {
      close(listener)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of the database at the socket.
  package var address: String { "postgresql:///postgres?host=\(folder)&user=armature" }

  /// Accepts connections as long as the socket exists, on a separate thread.
  ///
  /// - Parameter body: Receives each connection, and must close it.
  package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    let (listener, state) = (listener, state)
    state.isServed.store(true, ordering: .relaxed)
    Thread.detachNewThread {
      // Closed here: otherwise another socket could get the number before the thread sees the end.
      defer { close(listener) }
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        if state.isEnded.load(ordering: .relaxed) {
          close(client)
          return
        }
        Self.ignoreBrokenPipes(client)
        body(client)
      }
    }
  }

  /// Connects to a server in a folder; returns `nil` if that fails.
  package static func connection(to folder: String) -> Int32? {
    let server = makeSocket()
    let isConnected = withAddress("\(folder)/\(name)") { connect(server, $0, $1) == 0 }
    if isConnected { return server }
    close(server)
    return nil
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    ignoreBrokenPipes(descriptor)
    return descriptor
  }

  /// Makes sending to a closed connection fail without a signal; on other systems, each send specifies this.
  private static func ignoreBrokenPipes(_ descriptor: Int32) {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

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

  /// Reads until the connection ends or the body returns false.
  package static func forEachPart(from socket: Int32, _ body: ([UInt8]) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(socket, &buffer, buffer.count)
      guard count > 0, body(Array(buffer[..<count])) else { return }
    }
  }

  /// Sends bytes; returns false if the other side has closed the connection, without a signal.
  @discardableResult package static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        systemSend(socket, $0.baseAddress, $0.count)
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The system's `send`, hidden by the function of the same name.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(socket, bytes, count, 0)
  #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
