import Foundation

/// A file in a folder of its own, which goes with it.
class FileInFolder {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy of a file that nobody has open.
  init(copyOf path: String) throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: path, toPath: self.path)
  }

  var path: String { folder.file("items.sqlite") }
}
