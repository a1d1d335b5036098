import Foundation
import TestSupport

/// A server that accepts PostgreSQL connections, and rejects each with the same message.
final class RejectingServer: Sendable {
  private let socket: ServerSocket

  /// - Parameter state: The SQLSTATE.
  init(_ state: String, _ message: String) throws {
    socket = try ServerSocket()
    let answer = Self.answer(state, message)
    socket.serve { client in
      var request = [UInt8](repeating: 0, count: 4096)
      _ = read(client, &request, request.count)
      ServerSocket.send(answer, to: client)
      close(client)
    }
  }

  var address: String { "postgresql://user:topsecret@/shop?host=\(socket.folder)" }

  /// Returns an error message of the protocol: its length, and the fields, each after its letter.
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
