import Foundation

@testable import ArmatureTools

/// Texts of models as files of a folder that goes with the value.
final class ModelFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "models-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and returns its path.
  @discardableResult func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file, and returns its path.
  @discardableResult func write(_ data: Data, to name: String) throws -> String {
    let url = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }

  /// Reads what stands inside of `<model>`.
  func model(_ parts: String, name: String = "Shop.xml") throws -> XcodeModel {
    try XcodeModel(contentsOf: write("<model>\n\(parts)\n</model>", to: name))
  }
}
