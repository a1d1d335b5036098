import Armature
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Random changes and searches: an index in a file finds what a plain walk finds, in the same order.
@Suite(.needsSQLite) struct FullTextLawTests {
  @Test(arguments: 0..<4)
  func `a file finds the words that memory finds, in the same order`(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let model = try SearchModel.make()
    let containers = try [
      PersistentContainer(model: model, store: InMemoryStore()),
      PersistentContainer(model: model, store: SQLiteStore(path, durability: .normal)),
    ]
    let connection = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil)
    let history = SearchHistory(containers, SplitMix64(seed: seed))
    let difference = try history.play(48) {
      // FTS5 compares its index with the rows.
      for index in SQLSchema(model).fullTexts.map(\.name) {
        try connection.run(
          "INSERT INTO \(name: index) (\(name: index), rank) VALUES ('integrity-check', 1)")
      }
    }
    #expect(difference == nil, "seed \(seed): \(difference?.description ?? "")")
  }
}
