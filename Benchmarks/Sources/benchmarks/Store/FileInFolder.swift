import Foundation

/// A file in a folder of its own, which goes with it.
class FileInFolder {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "armature-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "items.sqlite").path }
}
