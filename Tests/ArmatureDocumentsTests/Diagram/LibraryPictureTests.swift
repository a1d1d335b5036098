import ArmatureDocuments
import Foundation
import Testing

@testable import validate_library

/// The diagram of the library sample in the articles.
@Suite struct LibraryPictureTests {
  @Test func `the picture in the article is the one of the model`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Armature/Armature.docc/library.svg").standardizedFileURL
    let picture = ModelDiagram(try makeLibraryModel()).svg()
    if ProcessInfo.processInfo.environment["ARMATURE_RECORD_SNAPSHOTS"] == "1" {
      try Data(picture.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture)
  }
}
