import Foundation

/// The place of a store: a file in a folder that is removed with the value, or a new schema on a server.
final class StorePlace {
  /// The place in worker arguments: the path of the file, or the server's address, a space, and the name of the schema.
  let path: String
  private let folder: ScratchFolder?
  private let holder: PostgreSQLServer?

  /// A schema on a server.
  struct Server {
    let address: String
    let schema: String

    init(_ address: String, schema: String) { (self.address, self.schema) = (address, schema) }

    /// Parses the path of a ``StorePlace``.
    init(_ path: String) {
      let parts = path.split(separator: " ").map(String.init)
      self.init(parts[0], schema: parts[parts.count - 1])
    }
  }

  /// - Parameter server: The server of one check; `nil` for the shared one.
  convenience init(_ kind: StoreKind, on server: PostgreSQLServer? = nil) throws {
    guard kind.isOnServer else {
      try self.init(in: ScratchFolder())
      return
    }
    guard let server = server ?? .shared else { throw Failure("there is no server") }
    self.init(Server(server.address, schema: server.newSchema()), on: server)
  }

  private init(in folder: ScratchFolder) {
    (self.folder, holder, path) = (folder, nil, folder.path)
  }

  /// - Parameter holder: A server that runs as long as the place exists.
  init(_ server: Server, on holder: PostgreSQLServer) {
    (folder, self.holder, path) = (nil, holder, "\(server.address) \(server.schema)")
  }

  /// The schema on a server.
  var server: Server { Server(path) }
}
