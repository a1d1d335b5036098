import Foundation

/// A folder for the files of one test, which go with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "armature-\(UUID())").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder; a new one for each call without a name.
  func file(_ name: String = "\(UUID()).sqlite") -> String { "\(path)/\(name)" }
}
