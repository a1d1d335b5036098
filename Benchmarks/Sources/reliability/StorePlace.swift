import Foundation

/// The place of a store: a file in a folder that is removed with the value, or a new schema on a server.
final class StorePlace {
  /// The place in worker arguments: the path of the file, or the server's address, a space, and the name of the schema.
  let path: String
  private let folder: ScratchFolder?
  private let server: PostgreSQLServer?

  /// - Parameter server: The server of one check; `nil` for the shared one.
  init(_ kind: StoreKind, on server: PostgreSQLServer? = nil) throws {
    guard kind.isOnServer else {
      let folder = try ScratchFolder()
      (self.folder, self.server, path) = (folder, nil, folder.path)
      return
    }
    guard let server = server ?? .shared else { throw Failure("there is no server") }
    (folder, self.server, path) = (nil, server, "\(server.address) \(server.newSchema())")
  }
}
