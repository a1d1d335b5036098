public import Foundation

/// A folder for the files of one test, which go with it.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes a new folder where the system has its temporary files.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "armature-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder; a new one for each call without a name.
  public func file(_ name: String? = nil) -> String { "\(path)/\(name ?? "\(UUID()).sqlite")" }

  /// Writes a file of the folder, or of one in it.
  ///
  /// - Returns: Its path.
  @discardableResult public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file of the folder, or of one in it.
  ///
  /// - Returns: Its path.
  @discardableResult public func write(_ data: Data, to name: String) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }
}
