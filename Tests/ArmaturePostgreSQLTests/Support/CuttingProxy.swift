import Foundation
import Synchronization

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

  private let folder: TemporaryPath
  private let target: String
  private let listener: Int32
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

  private final class TemporaryPath: Sendable {
    let path = "/tmp/armature-proxy-\(UUID().uuidString.prefix(8))"
    init() { mkdir(path, 0o700) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// - Parameter folder: That of the server's socket.
  init(to folder: String) throws {
    self.folder = TemporaryPath()
    target = "\(folder)/.s.PGSQL.5432"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    let path = "\(self.folder.path)/.s.PGSQL.5432"
    try Self.withAddress(path) { address, size in
      guard bind(listener, address, size) == 0, listen(listener, 64) == 0 else {
        throw POSIXError(.EADDRINUSE)
      }
    }
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
  }

  /// The address of the server behind the proxy.
  var address: String { "postgresql:///postgres?host=\(folder.path)&user=armature" }

  /// Cuts the connection of whoever says a word next.
  ///
  /// - Parameter then: Called when the connection is cut, before anybody else can connect.
  func cut(_ cut: Cut, at word: String, _ then: @escaping @Sendable () -> Void = {}) {
    trap.withLock { $0 = Trap(word: Array(word.utf8), cut: cut, then: then) }
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, size) }
    }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = Self.withAddress(target) { connect(server, $0, $1) } == 0
    guard isConnected else {
      close(client)
      close(server)
      return
    }
    let line = Line()
    Thread.detachNewThread {
      Self.forEachPart(from: server) { !line.isCut.withLock(\.self) && Self.send($0, to: client) }
      shutdown(client, Int32(SHUT_RDWR))
    }
    Thread.detachNewThread { [weak self] in
      Self.forEachPart(from: client) { part in
        guard let trap = self?.cut(in: part) else { return Self.send(part, to: server) }
        line.isCut.withLock { $0 = true }
        if trap.cut == .after { _ = Self.send(part, to: server) }
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

  private static func forEachPart(from socket: Int32, _ body: ([UInt8]) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(socket, &buffer, buffer.count)
      guard count > 0, body(Array(buffer[..<count])) else { return }
    }
  }

  private static func send(_ part: [UInt8], to socket: Int32) -> Bool {
    var rest = part[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
