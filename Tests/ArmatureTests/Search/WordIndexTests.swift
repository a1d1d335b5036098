import Armature
import ArmatureModel
import TestSupport
import Testing

/// The index of words in memory.
@Suite struct WordIndexTests {
  @Test func `a word that occurs twice leaves the index with its object, and no other word does`()
    throws
  {
    let context = ManagedObjectContext(model: try SearchModel.make())
    func insert(_ title: String) throws -> ManagedObject {
      let song = try context.insert("Song")
      song.title = title
      return song
    }
    func count(_ query: String) throws -> Int { try context.count("Song") { $0.matches(query) } }
    let (twice, last) = (try insert("yak yak"), try insert("zebra zebra"))
    _ = try insert("zither")
    #expect(try count("y*") == 1 && count("z*") == 2)
    try context.delete(last)
    twice.title = "mouse"
    #expect(try count("y*") == 0 && count("z*") == 1 && count("zi*") == 1 && count("m*") == 1)
  }

  @Test(arguments: [1, 2, 8, 9, 17, 32, 33])
  func `an object with more occurrences comes first, whatever the number of texts`(
    _ textCount: Int
  ) throws {
    let names = (0..<textCount).map { "text\($0)" }
    let page = EntityDescription(
      "Page",
      properties: names.map { .attribute(AttributeDescription($0, .string, isOptional: true)) },
      indexes: [IndexDescription(names.map { .init($0, kind: .fullText) })])
    let context = ManagedObjectContext(model: try ManagedObjectModel("Many", entities: [page]))
    let last = names[textCount - 1]
    func insert(_ count: Int) throws {
      let page = try context.insert("Page")
      let words = (0..<300).map { $0 < count ? "dune" : "sand" }
      page[last] = AttributeValue.string(words.joined(separator: " "))
    }
    for count in [3, 20, 16, 300, 255, 1, 0, 7] { try insert(count) }
    for number in 0..<20 {
      try context.insert("Page")[names[0]] = AttributeValue.string("other \(number)")
    }
    let request = FetchRequest("Page", orderedBy: [.relevance]) { $0.matches("dune") }
    let found = try context.fetch(request).compactMap { page -> Int? in
      guard case .string(let text)? = page[last] else { return nil }
      return text.split(separator: " ").filter { $0 == "dune" }.count
    }
    #expect(found == [300, 255, 20, 16, 7, 3, 1])
    #expect(try context.count("Page") { $0.matches("\(last):dune sand") } == 6)
    #expect(try context.count("Page") { $0.matches("other NOT \(last):dune") } == 20)
  }

  @Test(arguments: 0..<8)
  func `random searches find what a walk over all texts finds, in the same order`(_ seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let context = ManagedObjectContext(model: try SearchModel.make())
    for step in 0..<120 {
      let songs = try context.fetch("Song")
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let song = try context.insert(Bool.random(using: &random) ? "Song" : "Ballad")
        song.title = SearchModel.text(&random)
        song.body = SearchModel.text(&random)
      case 5..<8 where songs.isEmpty: break
      case 5, 6: random.pick(songs).body = SearchModel.text(&random)
      case 7: try context.delete(random.pick(songs))
      case 8 where step % 5 == 0: context.rollback()
      case 9: try context.save()
      default: break
      }
      let query = SearchModel.query(&random)
      for entity in ["Song", "Ballad"] {
        try expectSame(query, entity, context, seed)
      }
    }
  }

  private func expectSame(
    _ query: String, _ entity: String, _ context: ManagedObjectContext, _ seed: UInt64
  ) throws {
    func texts(_ object: ManagedObject) -> [AttributeValue] {
      ["title", "body"].map { object[$0] ?? .null }
    }
    let (all, songs) = (try context.fetch(entity), try context.fetch("Song"))
    let parsed = SearchQuery(query, properties: ["title", "body"])
    let expected = all.filter { parsed.holds(for: texts($0)) }
    let found = try context.fetch(FetchRequest(entity) { $0.matches(query) })
    #expect(found == expected, "seed \(seed): \(query)")
    #expect(
      try context.count(FetchRequest(entity) { $0.matches(query) && $0.number == 0 })
        == expected.count)
    let inTitle = SearchQuery(query, properties: ["title"])
    #expect(
      try context.fetch(FetchRequest(entity) { $0.title.search(query) })
        == all.filter { inTitle.holds(for: [$0["title"] ?? .null]) }, "seed \(seed): \(query)")

    var ranking = SearchRanking(
      query, .words, [FetchPath(["title"]), FetchPath(["body"])], [4, 0.3], searched: [0, 1])
    var statistics = SearchStatistics(
      count: songs.count, tokenCount: 0, holders: parsed.phrases.map { _ in 0 })
    for song in songs {
      var scan = SearchScan(parsed)
      for (place, text) in texts(song).enumerated() {
        if case .string(let text) = text { scan.read(text, of: place) }
      }
      statistics.tokenCount += scan.length
      for phrase in parsed.phrases.indices where scan.frequencies[phrase] > 0 {
        statistics.holders[phrase] += 1
      }
    }
    ranking.statistics = statistics
    let relevances = expected.map { ranking.relevance(of: texts($0)) }
    let ranked = expected.indices.sorted { left, right in
      relevances[left] != relevances[right] ? relevances[left] > relevances[right] : left < right
    }
    let byRelevance = try context.fetch(
      FetchRequest(entity, orderedBy: [.relevance]) { $0.matches(query) })
    #expect(byRelevance == ranked.map { expected[$0] }, "seed \(seed): \(query)")
  }
}
