import Armature
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Random changes and searches: the words in a server find what a plain walk finds, in the same order.
@Suite(.needsPostgreSQL) struct PostgreSQLFullTextLawTests {
  @Test(arguments: 0..<3)
  func `a server finds the words that memory finds, in the same order`(_ seed: UInt64) throws {
    let store = try PostgreSQLStore.new()
    let model = try SearchModel.make()
    let containers = try [
      PersistentContainer(model: model, store: InMemoryStore()),
      PersistentContainer(model: model, store: store),
    ]
    let history = SearchHistory(containers, SplitMix64(seed: seed))
    let difference = try history.play(32) {
      for index in SQLSchema(model).fullTexts.map(\.name) {
        let numbers = try store.text(
          """
          SELECT concat("count", ' ', "tokens", ' ', (SELECT count(*) FROM \(name: index)), ' ', \
          (SELECT coalesce(sum("length"), 0) FROM \(name: index))) \
          FROM "_armature_words" WHERE "name" = \(value: .text(index))
          """)
        let parts = try #require(numbers).split(separator: " ")
        #expect(parts[0] == parts[2] && parts[1] == parts[3], "seed \(seed): \(parts)")
      }
    }
    #expect(difference == nil, "seed \(seed): \(difference?.description ?? "")")
  }
}
