import Foundation
import Testing

@testable import Armature

/// The contents of the file, and the objects read from it.
@Suite struct JSONFileStoreTests {
  private let shop: ShopFile

  init() throws { shop = try ShopFile() }

  /// Returns a file's text without the parts that differ from run to run.
  private func plain(_ text: String, _ store: JSONFileStore) -> String {
    text.replacing("\(store.identifier)", with: "IDENTIFIER")
      .replacing("\(shop.model.fingerprint)", with: "FINGERPRINT")
      .replacing((try? StoredModel(shop.model).text) ?? "", with: "MODEL")
  }

  @Test func `the file has a header and a record per line, with the keys of the objects`() throws {
    try shop.fill()
    #expect(
      try plain(shop.text, shop.open().store) == #"""
        {
        "@store":{"format":2,"identifier":"IDENTIFIER","model":"FINGERPRINT","nextKey":8,"schema":MODEL},
        "Maker":[
        {"@id":1,"name":"Äther & Söhne"}
        ],
        "Good":[
        {"@id":2,"title":"Lamp","sku":"L-1","stock":1,"weight":1.25,"made":"1970-01-01T00:00:00Z","price":19.9,"maker":"Äther & Söhne","tags":[6,7],"parts":[{"@id":3,"name":"bulb"},{"@id":4,"name":"foot"}]}
        ],
        "Book":[
        {"@id":5,"title":"Light\n\"&\" \u0000dark","stock":null,"pages":12}
        ],
        "Tag":[
        {"@id":6,"word":"new"},
        {"@id":7,"word":"used"}
        ]
        }

        """#)
  }

  @Test func `a store without objects has a file with a header once it is saved`() throws {
    let (store, context) = try shop.open()
    let maker = try context.insert("Maker")
    maker.name = "x"
    #expect(try shop.names == [".shop.json.lock"])
    try context.save()
    try context.delete(maker)
    try context.save()
    #expect(
      try plain(shop.text, store)
        == #"{\#n"@store":{"format":2,"identifier":"IDENTIFIER","model":"FINGERPRINT","nextKey":2,"#
        + "\"schema\":MODEL}\n}\n")
    #expect(try shop.rows().isEmpty)
  }

  @Test func `another store over the file has the same rows, IDs and identifier`() throws {
    try shop.fill()
    let (store, context) = try shop.open()
    let rows = try ShopFile.rows(store, shop.model)
    let lamp = try #require(context.fetch("Good").first)
    lamp.title = "Lamp 2"
    try context.save()
    let (other, again) = try shop.open()
    #expect(other.identifier == store.identifier)
    #expect(try again.existingObject(with: lamp.objectID)["title"] == "Lamp 2")
    lamp.title = "Lamp"
    try context.save()
    #expect(try shop.rows() == rows)
  }

  @Test func `equal rows are equal bytes, whatever has happened in between`() throws {
    try shop.fill()
    let bytes = try shop.bytes
    let context = try shop.open().context
    let lamp = try #require(context.fetch("Good").first { $0["sku"] == "L-1" })
    lamp.title = "Other"
    lamp.tags = [] as [ManagedObject]
    try context.save()
    #expect(try shop.bytes != bytes)
    lamp.title = "Lamp"
    lamp.tags = try Array(context.fetch("Tag").reversed())
    try context.save()
    #expect(try shop.bytes == bytes)
  }

  @Test func `one change is one line`() throws {
    try shop.fill()
    let before = try shop.text.split(separator: "\n")
    let context = try shop.open().context
    try #require(context.fetch("Book").first).pages = 13
    try context.save()
    let after = try shop.text.split(separator: "\n")
    #expect(before.count == after.count && zip(before, after).count { $0 != $1 } == 1)
    try context.insert("Tag").word = "last"
    try context.save()
    #expect(try shop.text.split(separator: "\n").difference(from: after).insertions.count == 3)
  }

  @Test func `no key is given again, not of what was deleted, nor of what was never saved`() throws
  {
    try shop.fill()
    let (first, second) = (try shop.open().context, try shop.open())
    let tag = try first.insert("Tag")
    let other = try second.context.insert("Tag")
    #expect(tag.objectID.key != other.objectID.key)
    tag.word = "gone"
    try first.save()
    let key = tag.objectID.key
    try first.delete(tag)
    try first.save()
    try FileManager.default.removeItem(atPath: shop.folder.path + "/.shop.json.lock")
    #expect(try shop.open().context.insert("Tag").objectID.key == key + 1)
  }

  @Test
  func `what json() wrote is read, its objects get keys, and these last from the first save on`()
    throws
  {
    try shop.fill()
    let rows = try shop.rows()
    let plain = try shop.open().context
    _ = try plain.fetch("Maker") + plain.fetch("Good") + plain.fetch("Part") + plain.fetch("Tag")
    try shop.write(plain.json())
    #expect(try !shop.text.contains("@store"))
    let (store, context) = try shop.open()
    #expect(try ShopFile.rows(store, shop.model) == rows)
    #expect(try shop.open().store.identifier != store.identifier)
    try #require(context.fetch("Book").first).pages = 13
    try context.save()
    let start = "\"@store\":{\"format\":2,\"identifier\":\"\(store.identifier)\""
    #expect(try shop.text.contains(start))
    #expect(try shop.rows() == ShopFile.rows(store, shop.model))
  }

  @Test func `records that are written by hand get new keys and defaults`() throws {
    try shop.fill()
    try shop.write(
      shop.text.replacing(
        "\"Book\":[", with: "\"Book\": [\n  {\"title\": \"By hand\", \"maker\": \"Äther & Söhne\"},"
      ))
    let book = try #require(
      shop.open().context.fetch(
        "Book", where: FetchPredicate("title = 'By hand' AND maker.name BEGINSWITH 'Ä'")
      ).first)
    #expect(book.objectID.key == 8 && book.stock == 1)
  }

  @Test func `the file is data for load, too`() throws {
    try shop.fill()
    let context = ManagedObjectContext(model: shop.model)
    #expect(try context.load(.file(shop.path)).count == 7)
    #expect(try context.count("Good") == 2)
  }

  @Test func `numbers and dates that JSON has no form for come back`() throws {
    let model = try ManagedObjectModel("Numbers") {
      Entity("Number") {
        Attribute("double", Double?.self)
        Attribute("float", Float?.self)
        Attribute("date", Date?.self)
        Attribute("doubles", [Double]?.self)
        Attribute("zoned", ZonedDate?.self)
        Attribute("zones", [ZonedDate]?.self)
      }
    }
    let file = try ShopFile(model)
    let context = try file.open().context
    for value in [Double.infinity, -.infinity, .nan, 1e300] {
      let number = try context.insert("Number")
      number.double = value
      number.float = Float(value)
      number.date = Date(timeIntervalSinceReferenceDate: value)
      number.doubles = [value, 1]
      let date = Date(timeIntervalSinceReferenceDate: value)
      number.zoned = ZonedDate(date: date, timeZoneIdentifier: "Europe/Vienna")
      number.zones = ["GMT+0100", "Mars/Olympus [Mons]", ""].map {
        ZonedDate(date: date, timeZoneIdentifier: $0)
      }
    }
    let number = try context.insert("Number")
    number.zoned = ZonedDate(
      date: Date(timeIntervalSinceReferenceDate: 0.5), timeZoneIdentifier: "Mars/Olympus")
    try context.save()
    let store = try file.open().store
    let back = try store.rows(FetchRequest("Number"), of: file.model).map(\.values)
    #expect("\(back)" == "\(context.registeredObjects.map { $0.storeRow.values })")
    #expect(try file.text.contains("\"Infinity\"") && file.text.contains("\"NaN\""))
    #expect(try file.text.contains("\"-Infinity[Europe/Vienna]\""))
  }

  @Test func `no code of a class runs for the rows of a file`() throws {
    let model = try ManagedObjectModel("Classes") {
      Entity("Loud", class: Loud.self) { Attribute("name", String?.self) }
    }
    let file = try ShopFile(model)
    let context = try file.open().context
    _ = try context.insert("Loud")
    try context.save()
    let text = try file.text
    #expect(text.contains("\"name\":\"awake\""))
    try file.write(text.replacing(",\"name\":\"awake\"", with: ""))
    let store = try file.open().store
    #expect(
      try store.rows(FetchRequest("Loud"), of: model)[0].values == [.null])
  }

  @Test func `derived values are computed again`() throws {
    let model = try ManagedObjectModel("Derived") {
      Entity("Order") {
        Attribute("size", Int?.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
        Relationship("lines", to: "Line", .toMany)
      }
      Entity("Line") { Attribute("text", String?.self) }
    }
    let file = try ShopFile(model)
    let context = try file.open().context
    let order = try context.insert("Order")
    order.lines = [try context.insert("Line"), try context.insert("Line")]
    try context.save()
    #expect(try !file.text.contains("\"size\":"))
    let request = try FetchRequest("Order", where: FetchPredicate("size = 2"))
    #expect(try file.open().store.reader().count(request) == 1)
  }

  @Test func `a save that is refused writes nothing`() throws {
    try shop.fill()
    let (bytes, rows) = (try shop.bytes, try shop.rows())
    let (store, context) = try shop.open()
    let (one, two) = (try context.insert("Tag"), try context.insert("Tag"))
    (one.word, two.word) = ("a", "b")
    let maker = try context.insert("Maker")
    maker.name = "Äther & Söhne"
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(try shop.bytes == bytes && ShopFile.rows(store, shop.model) == rows)
    maker.name = "Other"
    try context.save()
    #expect(try shop.rows() == ShopFile.rows(store, shop.model))
  }

  @Test func `a store is opened once, and with one model`() throws {
    try shop.fill()
    let store = JSONFileStore(shop.path)
    #expect(throws: PersistentStoreError.notOpen) { try store.count(FetchRequest("Tag")) }
    #expect(throws: PersistentStoreError.notOpen) { try store.reserveKeys(1) }
    #expect(throws: PersistentStoreError.notOpen) { try store.reload() }
    try store.open(shop.model)
    try store.open(ShopFile.model())
    let other = try ManagedObjectModel("Other") { Entity("Tag") { Attribute("word", Int?.self) } }
    #expect(throws: PersistentStoreError.otherModel) { try store.open(other) }
  }

  @Test func `a file without its model is refused with the places that do not suit another one`()
    throws
  {
    let old = try ManagedObjectModel("Shop") {
      Entity("Tag") { Attribute("word", String.self) }
      Entity("Maker") { Attribute("name", String.self) }
    }
    let new = try ManagedObjectModel("Shop") { Entity("Tag") { Attribute("word", Int?.self) } }
    let shop = try ShopFile(old)
    let context = try shop.open().context
    try context.insert("Tag").setValue("new", forKey: "word")
    try context.insert("Maker").setValue("x", forKey: "name")
    try context.save()
    try shop.forgetModel()
    let bytes = try shop.bytes
    let error = #expect(throws: FileStoreError.self) { try JSONFileStore(shop.path).open(new) }
    #expect(
      error?.description == """
        \(shop.path) must be saved with model \(new.fingerprint), but was saved with \
        \(old.fingerprint), which the file does not contain. Open it with migration: .staged \
        and that \
        model, or change what does not suit this one, and remove "model" from its second line:
          \(shop.path):4:17: error: Tag.word must be a whole number, but is "new". [type.wrong]
          \(shop.path):6:1: error: "Maker" is not an entity of the model. [entity.unknown]
        """)
    #expect(try shop.bytes == bytes)
  }

  @Test func `a file without its model whose records suit another one says how to have them read`()
    throws
  {
    try shop.fill()
    try shop.forgetModel()
    var entities = shop.model.declarations
    entities[4].ownProperties.append(
      .attribute(AttributeDescription("note", .string, isOptional: true)))
    let other = try ManagedObjectModel("Shop", entities: entities)
    let error = #expect(throws: FileStoreError.self) { try JSONFileStore(shop.path).open(other) }
    #expect(
      error?.description
        == "\(shop.path) must be saved with model \(other.fingerprint), but was saved with "
        + "\(shop.model.fingerprint), which the file does not contain. Its records suit the "
        + "model nevertheless: to read them, remove \"model\" from its second line.")
    try shop.write(shop.text.replacing("\"model\":\"\(shop.model.fingerprint)\",", with: ""))
    try JSONFileStore(shop.path).open(other)
  }

  @Test func `a file knows its identifier, its format and its model`() throws {
    let store = JSONFileStore(shop.path)
    #expect(try store.metadata() == nil)
    try shop.fill()
    try store.open(shop.model)
    for store in [store, JSONFileStore(shop.path)] {
      let metadata = try #require(try store.metadata())
      #expect(
        metadata
          == StoreMetadata(
            identifier: metadata.identifier, format: 2, fingerprint: shop.model.fingerprint,
            modelFormat: 1, model: shop.model))
    }
    #expect(try store.metadata()?.identifier == store.identifier)
    try shop.write(Data("{\"Tag\":[]}".utf8))
    #expect(try JSONFileStore(shop.path).metadata() == nil)
  }

  @Test func `a file of a newer format is refused with both versions, and one that says 1 is read`()
    throws
  {
    try shop.fill()
    try shop.forgetModel()
    let (text, rows) = (try shop.text, try shop.rows())
    func header(_ members: String) -> Data {
      Data(text.replacing("\"@store\":{", with: "\"@store\":{\(members),").utf8)
    }
    try shop.write(header("\"format\":1"))
    #expect(try shop.rows() == rows)
    let newer = header("\"shape\":{\"rows\":[]},\"format\":3")
    try shop.write(newer)
    let error = #expect(throws: FileStoreError.self) { try shop.open() }
    #expect(
      error?.description
        == "\(shop.path) must be of format 2 to be read by this version of Armature, 0.1.0, but is of format 3."
        + " Use the version that wrote it, or a later one.")
    #expect(try shop.bytes == newer)
  }

  @Test func `a model that uses the keys of the file is refused`() throws {
    let models = [
      try ManagedObjectModel("Keys") { Entity("A") { Attribute("n", Int?.self).key("@id") } },
      try ManagedObjectModel("Keys") { Entity("A") { Attribute("n", Int?.self) }.key("@store") },
    ]
    let reasons = models.map { model in
      #expect(throws: FileStoreError.self) { try JSONFileStore(shop.path).open(model) }?.reason
    }
    #expect(reasons == [.reservedKey("@id", of: "A.n"), .reservedKey("@store", of: "A")])
  }
}

/// Records that it was created.
private final class Loud: ManagedObject {
  @Property("name") var name: String?
  override func awakeFromInsert() { name = "awake" }
}
