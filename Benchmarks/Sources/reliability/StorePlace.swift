import Foundation

/// Where a store is: in a file, whose folder is removed with the value, or in a new schema of a server.
final class StorePlace {
  /// What workers are told: the path of the file, or the address of the server, a space, and the name of the schema.
  let path: String
  private let folder: ScratchFolder?
  private let server: PostgreSQLServer?

  /// - Parameter server: One of the check's own; `nil` for the one that all checks share.
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
