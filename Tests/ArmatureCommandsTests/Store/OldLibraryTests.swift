import Foundation
import Testing

@testable import ArmatureCommands

/// SQLCipher of Debian 12, which contains an old SQLite.
@Suite struct OldLibraryTests {
  private static let library = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map {
    "/usr/lib/\($0)/libsqlcipher.so.0"
  }.first(where: FileManager.default.fileExists)

  @Test(.enabled(if: library != nil, "libsqlcipher0 of Debian 12 must be installed."))
  func `an old library is an error that states both versions`() throws {
    let shop = try Shop()
    let folder = shop.path("libraries")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPath("libsqlite3.so.0"),
      withDestinationPath: #require(Self.library))
    var command = Command.shared
    command.variables["LD_LIBRARY_PATH"] = folder
    command.variables["ARMATURE_KEY"] = "key"
    let outcome = try command.run(["store", "create", shop.model, shop.path("shop.sqlite")])
    #expect(outcome.status == 69)
    #expect(
      outcome.talk
        == "error: SQLite must be version 3.37 or later, and be one library for all threads of the "
        + "process, but libsqlite3.so.0 is version 3.15. Install a newer one, or name its folder in "
        + "the variable LD_LIBRARY_PATH.\n")
  }
}
