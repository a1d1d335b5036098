extension DataInput {
  /// - Throws: ``CommandError`` with the command that exports the objects, if the path names a database.
  func checkIsNoDatabase(_ path: String) throws {
    if FileStatus(path) == nil, Self.addresses.contains(where: path.hasPrefix) {
      // The address can contain a password.
      throw CommandError(
        .usage,
        "The data must be in JSON or CSV files, but the address of a database is given. Export its "
          + "objects to a file, and pass this file: armature export, with the same address.")
    }
    guard path != "-", FileStatus(path)?.kind == .file,
      let database = DatabaseFile(try Files.beginning(of: path))
    else { return }
    let command =
      switch database {
      case .store: call.command("export", model: "-", [path])
      case .foreign: call.command("import", model: path, []) + " --data"
      }
    throw CommandError(
      .badData,
      "\(path.shown) must be a JSON or CSV file, but is \(database.words). Export its "
        + "\(database.content) to a file, and pass this file: \(command) > "
        + Self.newName(path.pathStem).shellWord)
  }

  /// How the addresses of databases begin.
  private static let addresses = ["postgresql://", "postgres://", "host="]

  /// Returns the name of a JSON file that does not exist yet.
  private static func newName(_ stem: String) -> String {
    let names = [stem + ".json", stem + ".export.json"]
    return (names.first { FileStatus($0) == nil } ?? stem + ".export-2.json").shown
  }
}
