import Foundation

/// A folder for a store's files, which is removed with the value.
final class ScratchFolder {
  let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appending(path: "reliability-\(UUID().uuidString)")
  var path: String { url.appending(path: "store").path }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns another folder with the same files.
  func copy() throws -> ScratchFolder {
    let copy = try ScratchFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      try FileManager.default.copyItem(
        at: url.appending(path: name), to: copy.url.appending(path: name))
    }
    return copy
  }
}
