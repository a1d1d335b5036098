public import Foundation

/// A folder for the files of a test, which are removed with the value.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a folder in the system's temporary folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "armature-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder; without a name, a new one for each call.
  public func file(_ name: String? = nil) -> String { "\(path)/\(name ?? "\(UUID()).sqlite")" }

  /// Writes a file in the folder or a subfolder.
  ///
  /// - Returns: The path of the file.
  @discardableResult public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file in the folder or a subfolder.
  ///
  /// - Returns: The path of the file.
  @discardableResult public func write(_ data: Data, to name: String) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }
}
