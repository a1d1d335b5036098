@testable import ArmatureCommands

/// A folder for files of a test; it goes with the value.
final class Folder {
  let path: String

  init() throws { path = try Files.makeTemporaryFolder(in: "/tmp") }

  deinit { Files.remove(path) }

  /// Writes a file, and returns its path.
  @discardableResult func write(_ text: String, to name: String) throws -> String {
    let place = path.appendingPath(name)
    try Files.makeFolder(place.parentPath)
    try Files.write(text, to: place)
    return place
  }
}
