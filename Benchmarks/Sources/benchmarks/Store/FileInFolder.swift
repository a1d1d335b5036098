import Foundation

/// A file in a temporary folder, which is removed with the value.
class FileInFolder {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a copy of a file that is not open.
  init(copyOf path: String) throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: path, toPath: self.path)
  }

  var path: String { folder.file("items.sqlite") }
}
