import Armature

@testable import ArmatureCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder for the files of a test, which is removed with the value.
final class Folder {
  let path: String

  init() throws { path = try Files.makeFolder(ofNewNameIn: "/tmp") }

  deinit { Files.remove(path) }

  /// Writes a file and returns its path.
  @discardableResult func write(_ text: String, to name: String) throws -> String {
    let place = path.appendingPath(name)
    try Files.makeFolder(place.parentPath)
    try Files.write(text, to: place)
    return place
  }

  /// Writes a model as JSON and returns its path.
  @discardableResult func write(_ model: ManagedObjectModel, to name: String) throws -> String {
    try write(String(decoding: JSONEncoder().encode(model), as: UTF8.self), to: name)
  }
}
