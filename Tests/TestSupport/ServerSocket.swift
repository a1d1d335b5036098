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

/// A socket in a folder of its own, at which clients of PostgreSQL take somebody else for a server.
package final class ServerSocket: Sendable {
  /// The folder that an address names as the host.
  package let folder: String
  private let listener: Int32
  private let state = State()

  /// What the thread that serves has to know.
  private final class State: Sendable {
    let isServed = Atomic(false)
    let isEnded = Atomic(false)
  }

  private static let name = ".s.PGSQL.5432"

  /// - Throws: Any error, if no socket can be made.
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
      // One last connection wakes the thread on every system.
      if let last = Self.connection(to: folder) { close(last) }
    } else {
      close(listener)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of the database behind it.
  package var address: String { "postgresql:///postgres?host=\(folder)&user=armature" }

  /// Takes connections as long as the socket is there, on a thread of its own.
  ///
  /// - Parameter body: Gets each of them, and has to close it.
  package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    let (listener, state) = (listener, state)
    state.isServed.store(true, ordering: .relaxed)
    Thread.detachNewThread {
      // Closed here: another socket could have the number before the thread sees that this one is gone.
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

  /// Connects to a server in a folder; `nil` if there is none.
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

  /// Has a send to a side that is gone fail, and not end the program; elsewhere each send says so itself.
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

  /// Reads what comes, until nothing does any more, or the body returns false.
  package static func forEachPart(from socket: Int32, _ body: ([UInt8]) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(socket, &buffer, buffer.count)
      guard count > 0, body(Array(buffer[..<count])) else { return }
    }
  }

  /// Sends bytes; false if the other side is gone, which ends no program.
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

/// The system's `send`, which the function of the same name hides.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(socket, bytes, count, 0)
  #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
