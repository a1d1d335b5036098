/// A file in a folder of its own, which goes with it.
class FileInFolder {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.file("items.sqlite") }
}
