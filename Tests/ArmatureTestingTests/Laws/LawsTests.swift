import Armature
import Testing

@testable import ArmatureTesting

/// The laws hold for models whose code keeps them, and are told with a short history where not.
@Suite struct LawsTests {
  /// The comment of the one issue that a check records.
  private func issue(_ body: () -> Void, line: Int = #line) -> String {
    nonisolated(unsafe) var text = ""
    withKnownIssue {
      body()
    } matching: { issue in
      text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == line
    }
    return text
  }

  @Test(.seed(7), arguments: 0..<4) func `rules, links and parents of all kinds keep the laws`(
    _ part: Int
  ) throws {
    checkLaws(try shopModel(), histories: 10 + part)
  }

  @Test(.seed(3)) func `classes whose hooks change others keep the laws`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: Item.self) {
        Attribute("name", String?.self).length(1...10)
        Attribute("count", Int.self).default(0).range(0...5)
        Relationship("next", to: "Item", inverse: "previous", onDelete: .cascade)
        Relationship("previous", to: "Item", inverse: "next")
        Relationship("friends", to: "Item", .ordered, inverse: "friends")
      }
    }
    checkLaws(model, histories: 60)
  }

  @Test func `a hook that changes objects after the save is told with the shortest history`() throws
  {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: CountingItem.self) {
        Attribute("saves", Int.self).default(0)
        Attribute("name", String?.self)
        Relationship("others", to: "Item", .toMany)
      }
    }
    let text = issue { checkLaws(model, "in print") }
    #expect(
      text.hasPrefix(
        """
        in print
        After a save nothing must be left to be saved. The law of save does not hold:
        Item#
        """), "\(text)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.suffix(3).first == "let context = Test.context" && lines.last == "try context.save()",
      "\(text)")
    #expect(lines[2].hasSuffix("has been changed during the save, after it was saved: saves to 1."))
  }

  @Test func `a value that an insertion sets anew is no round trip`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: NamedItem.self) {
        Attribute("id", Int.self).identifying()
        Attribute("name", String?.self)
      }
    }
    let text = issue { checkLaws(model) }
    #expect(text.contains("The law of round trip does not hold:\n"), "\(text)")
    #expect(
      text.hasSuffix(
        """
        try context.save()
        let copy = ManagedObjectContext(model: model)
        try copy.load(.data(try context.json()))
        expectEqual(copy, context)
        """), "\(text)")
  }

  @Test func `a model of which nothing can be saved is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("code", Int.self).rule("is lucky", check: { $0 == 1 << 60 + 5 })
      }
    }
    let text = issue { checkLaws(model, histories: 5) }
    #expect(
      text.hasPrefix("Objects must have been saved in 5 histories, but no save succeeded"),
      "\(text)")
    #expect(text.contains("is lucky"))
    checkLaws(model, histories: 5) { $0.supply([1 << 60 + 5], for: "code", of: "Item") }
  }

  @Test(.seed(11)) func `the same seed plays the same histories`() throws {
    let model = try shopModel()
    let generator = { ObjectGenerator(model, seed: 5) }
    let histories = [1, 1, 2 as UInt64].map { seed in
      var names: [Int: String] = [:]
      return RandomHistory(HistoryEntities(generator()), generator(), seed: seed, count: 50).steps
        .map { $0.source(&names) }
    }
    #expect(histories[0] == histories[1])
    #expect(histories[0] != histories[2])
  }

  @Test func `a step is Swift`() {
    var names: [Int: String] = [:]
    let steps: [HistoryStep] = [
      .insert(0, entity: "Book"), .make(1, entity: "author", seed: 5),
      .set(0, key: "title", .string("a \"b\"\n")), .set(0, key: "price", .decimal(1.5)),
      .set(0, key: "flags", .list([.bool(true), .int(-1), .double(.infinity)])),
      .set(0, key: "place", .composite(["b": .data(Data([1, 2])), "a": .null])),
      .set(0, key: "day", .date(Date(timeIntervalSinceReferenceDate: 0.5))),
      .set(0, key: "title", .null), .link(0, key: "author", 1), .link(0, key: "author", nil),
      .add(1, key: "books", 0), .remove(1, key: "books", 0), .delete(0), .rollBack,
    ]
    #expect(
      steps.map { $0.source(&names) } == [
        #"let book0 = try context.insert("Book")"#,
        #"let author1 = try ObjectGenerator(model, seed: 5).make("author", in: context)"#,
        #"try book0.setValue(AttributeValue.string("a \"b\"\n"), forKey: "title")"#,
        #"try book0.setValue(AttributeValue.decimal(Decimal(string: "1.5")!), forKey: "price")"#,
        #"try book0.setValue(AttributeValue.list([.bool(true), .int(-1), .double(.infinity)]), forKey: "flags")"#,
        #"try book0.setValue(AttributeValue.composite(["a": .null, "b": .data(Data([1, 2]))]), forKey: "place")"#,
        #"try book0.setValue(AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0.5)), forKey: "day")"#,
        #"try book0.setValue(nil, forKey: "title")"#,
        #"try book0.setValue(author1, forKey: "author")"#,
        #"try book0.setValue(nil, forKey: "author")"#,
        #"try author1.insert(book0, into: "books")"#,
        #"try author1.remove(book0, from: "books")"#,
        "try context.delete(book0)",
        "context.rollback()",
      ])
  }
}

/// Copies its count to its neighbour when it is saved.
private final class Item: ManagedObject {
  @Property("count") var count: Int
  @Property("name") var name: String?
  @Property("next") var next: Item?

  override func willSave() {
    if let next, next.count != count, !next.isDeleted { next.count = count }
  }

  override func prepareForDeletion() { next?.name = "orphan" }
}

private final class CountingItem: ManagedObject {
  @Property("saves") var saves: Int

  override func didSave() { if !isDeleted { saves += 1 } }
}

private final class NamedItem: ManagedObject {
  @Property("name") var name: String?

  override func awakeFromInsert() { name = "new" }
}
