import Foundation

/// Takes connections as a server of PostgreSQL does, and refuses each in the same words.
final class RefusingServer: Sendable {
  private let folder: String
  private let listener: Int32

  /// - Parameter state: The SQLSTATE.
  init(_ state: String, _ message: String) throws {
    let folder = "/tmp/armature-refusing-\(UUID().uuidString.prefix(8))"
    mkdir(folder, 0o700)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    (self.folder, self.listener) = (folder, listener)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
    let answer = Self.answer(state, message)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        var request = [UInt8](repeating: 0, count: 4096)
        _ = read(client, &request, request.count)
        _ = answer.withUnsafeBytes {
          send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        close(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  var address: String { "postgresql://user:topsecret@/shop?host=\(folder)" }

  /// An error of the protocol: its length, and the fields, each behind its letter.
  private static func answer(_ state: String, _ message: String) -> [UInt8] {
    let fields = [
      "SFATAL", "VFATAL", "C\(state)", "M\(message)", "Fauth.c", "L326", "Rauth_failed",
    ]
    var body: [UInt8] = []
    for field in fields { body += Array(field.utf8) + [0] }
    body.append(0)
    let length = UInt32(body.count + 4)
    return [UInt8(ascii: "E")] + withUnsafeBytes(of: length.bigEndian) { Array($0) } + body
  }
}
