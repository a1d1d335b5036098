import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct ObjectArchiveTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
  }

  private func decode(
    _ archive: ObjectArchive, _ context: ManagedObjectContext
  ) throws -> ObjectArchive {
    try JSONDecoder().decode(
      ObjectArchive.self, from: JSONEncoder().encode(archive), configuration: context)
  }

  private func elsewhere() throws -> ManagedObjectContext {
    try PersistentContainer(model: Library.model()).makeContext()
  }

  // MARK: Identity

  @Test func `decoding where the objects are yields these, without changes`() throws {
    let archive = try decode(
      ObjectArchive(context.registeredObjects, including: .objects), context)
    #expect(archive.objects == context.registeredObjects && archive.unresolvedLinks.isEmpty)
    #expect(!context.hasChanges)
  }

  @Test func `decoding into another context of the store yields the objects of the same IDs`()
    throws
  {
    let other = container.makeContext()
    let archive = try decode(ObjectArchive([dune]), other)
    #expect(archive.objects.map(\.objectID) == [dune.objectID])
    #expect(archive.objects[0].managedObjectContext === other && !other.hasChanges)
    #expect(archive.unresolvedLinks.isEmpty)
  }

  @Test func `an object that is there gets the archived values, in one step of undo`() throws {
    let data = try JSONEncoder().encode(ObjectArchive([dune]))
    context.recordsUndo = true
    context.undoGroup {
      dune.pages = 1
      dune.author = nil
      dune.setMany("chapters", [])
    }
    let changed = GraphSnapshot(context)
    let archive = try JSONDecoder().decode(
      ObjectArchive.self, from: data, configuration: context)
    #expect(archive.objects == [dune] && dune["pages"] == 412)
    #expect(dune.one("author")?["name"] == "Frank" && dune.many("chapters").count == 3)
    context.undo()
    #expect(GraphSnapshot(context) == changed)
  }

  @Test func `in another store objects are new, and links lead within the archive`() throws {
    let other = try elsewhere()
    let archive = try decode(ObjectArchive([dune]), other)
    let copy = try #require(archive.objects.first)
    #expect(copy.objectID != dune.objectID && copy.isInserted && copy["title"] == "Dune")
    #expect(copy.many("chapters").map { $0["title"] } == ["One", "Two", "Three"])
    #expect(Set(archive.unresolvedLinks.map(\.property)) == ["author", "bestOf", "tags", "next"])
    #expect(copy.one("author") == nil && copy.many("tags").isEmpty)
    #expect(other.registeredObjects.count == 4)
    try other.save()
  }

  @Test func `an unresolved link says both ends`() throws {
    let chapter = try context.first("Chapter", "title", "One")
    let archive = try decode(ObjectArchive([chapter]), elsewhere())
    #expect(
      archive.unresolvedLinks.map(\.description) == [
        "\(chapter.objectID).book leads to \(dune.objectID), which is neither archived nor present."
      ])
  }

  @Test func `an object that has been deleted since is inserted again`() throws {
    let data = try JSONEncoder().encode(ObjectArchive([dune]))
    try context.delete(dune)
    try context.save()
    let archive = try JSONDecoder().decode(
      ObjectArchive.self, from: data, configuration: context)
    let again = try #require(archive.objects.first)
    #expect(again.isInserted && again.objectID != dune.objectID)
    #expect(again.one("author")?["name"] == "Frank" && again.many("chapters").count == 3)
    try context.save()
  }

  @Test func `hooks see an insertion, and values come after it`() throws {
    let loan = try #require(context.objects(of: Loan.self).first)
    let other = try elsewhere()
    let archive = try decode(ObjectArchive([loan], including: .reachable), other)
    let copy = try #require(archive.objects.first as? Loan)
    #expect(copy.events == ["insert"] && copy.days == 3 && copy.one("book")?["title"] != nil)
  }

  @Test func `transient values are no part of an archive`() throws {
    dune.draft = "first"
    let text = String(decoding: try JSONEncoder().encode(ObjectArchive([dune])), as: UTF8.self)
    #expect(!text.contains("draft") && text.contains("\"note."))
    _ = try decode(ObjectArchive([dune]), context)
    #expect(dune["draft"] == "first")
  }

  // MARK: Reach

  @Test(arguments: [
    (ObjectArchive.Scope.objects, 1), (.owned, 4), (.reachable, 10),
  ]) func `what is archived with an object`(_ reach: ObjectArchive.Scope, _ count: Int) throws {
    let other = try elsewhere()
    _ = try decode(ObjectArchive([dune], including: reach), other)
    #expect(other.registeredObjects.count == count)
  }

  @Test func `a member of a user's own type decodes into a context`() throws {
    struct Document: DecodableWithConfiguration {
      let name: String
      let book: ManagedObject?

      enum Key: String, CodingKey { case name, book }

      init(from decoder: any Decoder, configuration: ManagedObjectContext) throws {
        let members = try decoder.container(keyedBy: Key.self)
        name = try members.decode(String.self, forKey: .name)
        book = try members.decode(
          ObjectArchive.self, forKey: .book, configuration: configuration
        ).objects.first
      }
    }
    struct Written: Encodable {
      let name: String
      let book: ObjectArchive
    }
    let data = try JSONEncoder().encode(Written(name: "x", book: ObjectArchive([dune])))
    let document = try JSONDecoder().decode(Document.self, from: data, configuration: context)
    #expect(document.name == "x" && document.book === dune)
  }

  @Test func `any encoder serves`() throws {
    let other = try elsewhere()
    let data = try PropertyListEncoder().encode(ObjectArchive([dune]))
    let archive = try PropertyListDecoder().decode(
      ObjectArchive.self, from: data, configuration: other)
    #expect(archive.objects[0].many("chapters").count == 3)
  }

  // MARK: What fails

  /// Returns the URI of an object in a store that does not exist.
  fileprivate static func uri(_ entity: String, _ key: Int) -> String {
    "armature://01234567-89ab-cdef-0123-456789abcdef/\(entity)/\(key)"
  }

  @Test func `an archive that contains itself is refused`() throws {
    let data = BinaryPropertyList.data(
      .members([1], [2]), .text("objects"), .list([3]), .members([4, 5, 6], [7, 8, 9]),
      .text("objectID"), .text("rowVersion"), .text("title.list"), .text(Self.uri("Book", 1)),
      .number(1), .list([10]), .members([11], [9]), .text("list"))
    let error = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode(ObjectArchive.self, from: data, configuration: elsewhere())
    }
    #expect("\(String(describing: error))".contains("nested at most 200 deep"))
  }

  @Test func `an object that is deleted, or in no context, is not archived`() throws {
    try context.delete(dune)
    #expect(throws: ManagedObjectError.invalidated(dune.objectID, property: nil)) {
      try JSONEncoder().encode(ObjectArchive([dune]))
    }
    let object = try Library.model().makeObject("Tag")
    #expect(throws: ManagedObjectError.self) { try JSONEncoder().encode(ObjectArchive([object])) }
  }

  @Test func `a store that fails keeps objects from being archived and decoded`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let stock = container.makeContext()
    try Library.stock(stock)
    try stock.save()
    let context = container.makeContext()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    let data = try JSONEncoder().encode(ObjectArchive([stock.same(dune)], including: .reachable))
    store.fails = true
    #expect(throws: CountingStore.Failure.self) { try JSONEncoder().encode(ObjectArchive([dune])) }
    #expect(throws: CountingStore.Failure.self) {
      try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
    }
    #expect(!context.hasChanges)
  }

  /// A replacement in the archive of a tag and a chapter, and the expected message.
  struct InvalidInput: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let former: String
    let text: String
    let error: String

    init(_ name: String, _ former: String, _ text: String, _ error: String) {
      (testDescription, self.former, self.text, self.error) = (name, former, text, error)
    }

    static let all = [
      InvalidInput(
        "an unknown entity", "/Tag/", "/Tagg/",
        "objects[0]: The model has no entity \"Tagg\". Did you mean \"Tag\"?"),
      InvalidInput(
        "an unknown property", #""name."#, #""nam."#,
        "objects[0]: Tag has no property \"nam\". Did you mean \"name\"?"),
      InvalidInput(
        "a value of another type", #""name.string":"new""#, #""name.int":3"#,
        "objects[0]: Tag.name must be String, but is set to the integer 3."),
      InvalidInput(
        "an attribute that is a link", #""name.string":"new""#,
        #""name.object":"\#(ObjectArchiveTests.uri("Tag", 1))""#,
        "objects[0]: Tag.name must be String, but is set to the object Tag#1."),
      InvalidInput(
        "a link that is a value", #""books.objects":[]"#, #""books.bool":true"#,
        "objects[0]: Tag.books must be a set of Book objects, but is set to the Boolean value true."
      ),
      InvalidInput(
        "an object twice", #""objects":[{"#,
        #""others":[{"objectID":"\#(ObjectArchiveTests.uri("Tag", 77))","rowVersion":0},{"objectID":"\#(ObjectArchiveTests.uri("Tag", 77))","rowVersion":0}],"objects":[{"#,
        "others[1]: Tag#77 must be archived once, but occurs twice."),
    ]
  }

  @Test(arguments: InvalidInput.all) func `a mistake is told with its place, and changes nothing`(
    _ mistake: InvalidInput
  ) throws {
    let source = try elsewhere()
    let tag = try source.insert("Tag")
    tag.name = "new"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(ObjectArchive([tag])), as: UTF8.self)
    let broken = text.replacingOccurrences(of: mistake.former, with: mistake.text)
    try #require(broken != text)
    let before = GraphSnapshot(context)
    let error = #expect(throws: ObjectArchiveError.self) {
      try JSONDecoder().decode(
        ObjectArchive.self, from: Data(broken.utf8), configuration: context)
    }
    #expect(error?.description == mistake.error)
    #expect(GraphSnapshot(context) == before && !context.hasChanges)
  }

  @Test func `IDs that say another entity, or no object, take nothing away`() throws {
    let other = container.makeContext()
    for (entity, key) in [("Tag", dune.objectID.key), ("Tag", 0), ("Tag", -1), ("Tag", .max)] {
      let forged = ManagedObjectID(
        entityName: entity, key: key, storeID: container.store.identifier, isTemporary: false)
      let snapshot = ObjectSnapshot(
        objectID: try other.insert("Tag").objectID, rowVersion: 0,
        values: ["books": .objects([forged])])
      let data = try JSONEncoder().encode(["objects": [snapshot]])
      let archive = try JSONDecoder().decode(
        ObjectArchive.self, from: data, configuration: other)
      #expect(archive.unresolvedLinks.map(\.destination) == [forged])
    }
    #expect(try other.fetch("Book") { $0.title == "Dune" }.count == 1)
  }

  @Test func `a store is asked for all objects at once`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let stock = container.makeContext()
    try Library.stock(stock)
    try stock.save()
    let data = try JSONEncoder().encode(ObjectArchive(stock.registeredObjects, including: .objects))
    let context = container.makeContext()
    let counts = try store.counting {
      let archive = try JSONDecoder().decode(
        ObjectArchive.self, from: data, configuration: context)
      #expect(archive.objects.count == stock.registeredObjects.count && !context.hasChanges)
    }
    // For each of the six entities, the rows and the compared lists.
    #expect(counts.rows == 6 && counts.links <= 8)
  }

  @Test func `a link to an object of another entity is told`() throws {
    let snapshot = dune.snapshot(loadingLists: true)
    var values = snapshot.values
    values["author"] = .object(try context.first("Tag", "name", "desert").objectID)
    let broken = ObjectSnapshot(
      objectID: snapshot.objectID, rowVersion: 0, values: values)
    let data = try JSONEncoder().encode(["objects": [broken]])
    let error = #expect(throws: ObjectArchiveError.self) {
      try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
    }
    #expect(
      error?.issues == [
        "objects[0]: Book.author must lead to Author, but is set to an object of Tag."
      ])
    #expect(!context.hasChanges)
  }

  @Test(arguments: ["", "[]", "{}", #"{"objects": 3}"#, #"{"objects": [{"objectID": 1}]}"#])
  func `what is no archive is an error of the decoder`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        ObjectArchive.self, from: Data(text.utf8), configuration: context)
    }
    #expect(!context.hasChanges)
  }

  // MARK: Laws

  @Test(arguments: 0..<60) func `a graph comes out of an archive as it went in`(_ seed: Int) throws
  {
    let (model, context) = try RandomModel.filledContext(seed: UInt64(seed))
    let objects = context.registeredObjects
    let other = try PersistentContainer(model: model).makeContext()
    let archive = try decode(ObjectArchive(objects), other)
    #expect(archive.objects.count == objects.count && archive.unresolvedLinks.isEmpty)
    let copies = Dictionary(
      uniqueKeysWithValues: zip(objects, archive.objects).map { ($0.objectID, $1.objectID) })
    for (object, copy) in zip(objects, archive.objects) {
      for property in object.runtime.properties {
        var value = object.valueOfIDs(property.place)
        if case .object(let id) = value { value = .object(try #require(copies[id])) }
        if case .objects(let ids) = value { value = .objects(ids.compactMap { copies[$0] }) }
        #expect(copy.isSame(copy.valueOfIDs(property.place), value, property), "\(property.name)")
      }
    }
    #expect(brokenInvariants(of: other).isEmpty)
  }

  @Test(arguments: 0..<60) func `an archive brings a changed graph back`(_ seed: Int) throws {
    let (_, context) = try RandomModel.filledContext(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) &+ 1_000)
    let before = context.registeredObjects.map { $0.snapshot() }
    let data = try JSONEncoder().encode(ObjectArchive(context.registeredObjects))
    for object in context.registeredObjects where random.bool() {
      for relationship in object.entity.relationships where random.bool() {
        try object.setValue(nil, forKey: relationship.name)
      }
      object.setValue(-1)
    }
    let archive = try JSONDecoder().decode(
      ObjectArchive.self, from: data, configuration: context)
    #expect(archive.objects == context.registeredObjects)
    for (object, snapshot) in zip(archive.objects, before) {
      for property in object.runtime.properties {
        let value = try #require(snapshot.values[property.name])
        #expect(
          object.isSame(object.valueOfIDs(property.place), value, property), "\(property.name)")
      }
    }
    #expect(brokenInvariants(of: context).isEmpty)
  }
}

extension ManagedObject {
  fileprivate func setValue(_ number: Int64) {
    try? setValue(number, forKey: "n")
    try? setValue("text \(number)", forKey: "t")
  }

  fileprivate func setMany(_ name: String, _ objects: [ManagedObject]) {
    try? setValue(objects, forKey: name)
  }
}
