import Armature
import Testing

@testable import ArmatureTesting

/// The laws hold for correct models; otherwise a short history is reported.
@Suite struct LawsTests {
  /// Returns the comment of the single issue that a check records.
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
        After a save, nothing must be left to save. The law of save does not hold:
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

  @Test func `a hook that writes what is stored when it is read breaks the law of reading`() throws
  {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: RewrittenItem.self) {
        Attribute("name", String?.self)
        Attribute("note", String?.self).transient()
      }
    }
    let text = issue { checkLaws(model) }
    #expect(text.contains("The law of reading does not hold:\nItem#"), "\(text)")
    #expect(text.contains(".name was "), "\(text)")
    #expect(text.contains(#", and is "read"."#), "\(text)")
    #expect(
      text.hasSuffix(
        """
        try context.save()
        let container = try PersistentContainer(model: model)
        let writer = container.makeContext()
        let data = try JSONEncoder().encode(ObjectArchive(context.registeredObjects))
        let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: writer)
        try writer.save()
        expectEqual(container.makeContext(), writer)
        """), "\(text)")
  }

  @Test func `a hook that computes what is not stored when it is read keeps the laws`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: ComputedItem.self) {
        Attribute("name", String?.self)
        Attribute("note", String?.self).transient()
      }
    }
    checkLaws(model, histories: 60)
  }

  @Test func `a type that is read back as another value breaks the law of values`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("size", Drifting?.self) }
    }
    let text = issue { checkLaws(model) }
    #expect(text.contains("The law of values does not hold:\nItem#"), "\(text)")
    let sentence = try #require(text.split(separator: "\n").dropFirst(1).first)
    #expect(
      sentence.contains("size does not keep its value: Drifting(tenths: "), "\(sentence)")
    let refusing = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("size", [Refusing].self) }
    }
    #expect(issue { checkLaws(refusing) }.contains("which Array<Refusing> rejects."))
  }

  @Test func `a type that spells its values in one way keeps the laws`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("colour", Colour?.self)
        Attribute("others", [Colour].self)
      }
    }
    checkLaws(model, histories: 60)
  }

  @Test func `a hook that sets values after undo breaks the law of undo`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: NotingUndo.self) {
        Attribute("count", Int.self).default(0)
        Attribute("name", String?.self)
      }
    }
    let text = issue { checkLaws(model) }
    #expect(text.contains("The law of undo does not hold:\nBefore "), "\(text)")
    #expect(text.contains("let context = Test.context\ncontext.recordsUndo = true\n"), "\(text)")
    #expect(text.hasSuffix("context.undo()\ncontext.redo()"), "\(text)")
  }

  @Test func `where an insertion inserts and links others, the issue says so`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item", class: ItemWithPart.self) {
        Attribute("name", String.self).identifying()
        Relationship("part", to: "Part", inverse: "item").required()
      }
      Entity("Part") {
        Attribute("code", String.self).default("p").identifying()
        Relationship("item", to: "Item", inverse: "part").required()
      }
    }
    let text = issue { checkLaws(model) }
    #expect(
      text.hasSuffix(
        """

        awakeFromInsert() of Item inserts objects of Part and sets part, even for an object \
        that is read from data, which has its own. Do it where objects are created.
        """), "\(text)")
  }

  @Test func `why no valid object is made is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("low", Int.self).range(0...1)
        Rule("low is high") { $0.low > 5 }
      }
    }
    let text = issue { checkLaws(model, histories: 3) }
    #expect(text.contains("No valid Item was found"), "\(text)")
    #expect(text.contains("low is high"), "\(text)")
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

  @Test func `an entity of which nothing can be saved is told beside others`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Other") { Attribute("n", Int.self) }
      Entity("Restless", class: Restless.self) { Attribute("on", Bool.self).default(false) }
    }
    let text = issue { checkLaws(model, histories: 20) }
    #expect(
      text.hasPrefix("An object of Restless must have been saved, but no save of one succeeded"),
      "\(text)")
    #expect(text.contains("It was rejected with:"), "\(text)")
    let fine = try ManagedObjectModel("M") {
      for number in 0..<40 { Entity("E\(number)") { Attribute("n", Int.self) } }
    }
    #expect(checkLaws(fine, histories: 1, steps: 30))
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
      .add(1, key: "books", 0), .remove(1, key: "books", 0), .delete(0), .rollBack, .undoAndRedo,
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
        "context.rollback()", "context.undo()\ncontext.redo()",
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

/// Changes during each save, so that no save ends.
private final class Restless: ManagedObject {
  @Property("on") var on: Bool

  override func willSave() { on.toggle() }
}

private final class CountingItem: ManagedObject {
  @Property("saves") var saves: Int

  override func didSave() { if !isDeleted { saves += 1 } }
}

private final class NamedItem: ManagedObject {
  @Property("name") var name: String?

  override func awakeFromInsert() { name = "new" }
}

private final class RewrittenItem: ManagedObject {
  @Property("name") var name: String?

  override func awakeFromFetch() { name = "read" }
}

private final class ComputedItem: ManagedObject {
  @Property("name") var name: String?
  @Property("note") var note: String?

  override func awakeFromFetch() { note = name.map { $0 + "!" } }
}

private final class NotingUndo: ManagedObject {
  @Property("name") var name: String?

  override func awake(fromSnapshotEvents events: SnapshotEvents) { name = "undone" }
}

private final class ItemWithPart: ManagedObject {
  override func awakeFromInsert() {
    guard let part = try? managedObjectContext?.insert("Part") else { return }
    try? setValue(part, forKey: "part")
  }
}

/// Grows each time it is stored.
private struct Drifting: TransformableValue, Equatable {
  let tenths: Int
  init(transformed: Int) { tenths = transformed / 10 }
  var transformed: Int { tenths * 10 + 10 }
}

/// Cannot read its own output.
private struct Refusing: TransformableValue {
  init?(transformed: String) { if transformed.hasPrefix("no: ") { return nil } }
  var transformed: String { "no: anything" }
}

/// Accepts capitals but writes lowercase.
private struct Colour: TransformableValue, Equatable {
  let name: String
  init(transformed: String) { name = transformed.lowercased() }
  var transformed: String { name }
}
