import Foundation
import TestSupport
import Testing

@testable import Armature
@testable import ArmatureModel

/// Snapshots as data, and invalid snapshots.
@Suite struct SnapshotCodingTests {
  private static let store = "01234567-89ab-cdef-0123-456789abcdef"
  private static let uri = "armature://\(store)/Book/7"

  private func id(_ key: Int64, isTemporary: Bool = false) throws -> ManagedObjectID {
    ManagedObjectID(
      entityName: "Büch%er", key: key, storeID: try #require(UUID(uuidString: Self.store)),
      isTemporary: isTemporary)
  }

  /// Returns a value of each kind, some with names that only a file can have.
  private func values() throws -> [String: AttributeValue] {
    [
      "null": .null, "bool": .bool(true), "int": .int(.min), "double": .double(0.1),
      "nan": .double(.nan), "infinity": .double(-.infinity),
      "decimal": .decimal(try #require(Decimal(string: "12345678901234567890.12345678901234567"))),
      "string": "日本語 \u{0} e\u{301}", "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
      "data": .data(Data([0, 255])), "uuid": .uuid(UUID()),
      "url": .url(try #require(URL(string: "https://example.com/a?b#c"))),
      "zoned": .zonedDate(ZonedDate(date: Date(), timeZoneIdentifier: "Europe/Berlin")),
      "day": .calendarDate(try #require(CalendarDate(year: 2026, month: 2, day: 28))),
      "json": .json(try JSONValue(parsing: #"{"b":1.50,"a":[null]}"#)), "list": .list(["a", "b"]),
      "composite": .composite(["a": .list([1]), "b": .null]),
      "object": .object(try id(1)), "objects": .objects([try id(3), try id(2)]),
      "none": .objects([]),
      "a.b": 1, "a.int": 2, ".": 3, "": 4, "größe": 5, "objectID": 6, "rowVersion": 7,
    ]
  }

  @Test func `a snapshot of every kind of value comes back from any encoder`() throws {
    let values = try values()
    let snapshot = ObjectSnapshot(objectID: try id(9), rowVersion: .max, values: values)
    #expect(snapshot.values == values)
    let json = try JSONDecoder().decode(
      ObjectSnapshot.self, from: JSONEncoder().encode(snapshot))
    let list = try PropertyListDecoder().decode(
      ObjectSnapshot.self, from: PropertyListEncoder().encode(snapshot))
    for back in [json, list] {
      #expect(back == snapshot && back.hashValue == snapshot.hashValue)
      #expect(back.objectID.entityName == "Büch%er" && back.rowVersion == .max)
      #expect(back.description == snapshot.description)
    }
  }

  @Test func `a key tells the type of its value, and an ID whether it is temporary`() throws {
    let snapshot = ObjectSnapshot(
      objectID: try id(9, isTemporary: true), rowVersion: 3,
      values: ["pages": 412, "note": .null, "author": .object(try id(1, isTemporary: true))])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(snapshot)
    let uri = "armature://\(Self.store)/B%C3%BCch%25er"
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"author.object":"\#(uri)/1*","note.null":null,"objectID":"\#(uri)/9*","#
        + #""pages.int":412,"rowVersion":3}"#)
    let back = try JSONDecoder().decode(ObjectSnapshot.self, from: data)
    #expect(
      back == snapshot && back.objectID.isTemporary
        && (back.author as ManagedObjectID?)?.isTemporary == true)
  }

  @Test(arguments: [
    (#""pages": 412"#, #"The key "pages" must be the name of a property with the type"#),
    (#""pages.integer": 412"#, #"The key "pages.integer" must be the name of a property"#),
    (#""a.int": 1, "a.string": "1""#, #""a" must have one value, but has several"#),
    (#""é.int": 1, "e\u0301.string": "1""#, "must have one value, but has several"),
    (#""a.object": "armature://x/Book/1""#, "must be the URI of an object, but is not"),
    (#""a.object": "\#(uri)**""#, "must be the URI of an object, but is not"),
    (#""a.objects": ["\#(uri)", ""]"#, #""" must be the URI of an object, but is not"#),
    (#""a.decimal": "1e""#, "must be a decimal number, but is not"),
    (#""a.list": [1]"#, "A value must be an object with one member"),
    (#""a.list": [{"null": null}]"#, "is not a part of this description"),
  ]) func `what is no value of a snapshot is told`(_ members: String, _ expected: String) {
    let text = #"{"objectID": "\#(Self.uri)", "rowVersion": 0, \#(members)}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ObjectSnapshot.self, from: Data(text.utf8))
    }
    #expect("\(String(describing: error))".contains(expected))
  }

  @Test(arguments: [
    "{}", #"{"objectID": "\#(uri)"}"#, #"{"objectID": "\#(uri)", "rowVersion": -1}"#,
    #"{"objectID": {}, "rowVersion": 1}"#,
    #"{"objectID": "\#(uri)", "rowVersion": 1, "a.int": "1"}"#,
  ]) func `what is no snapshot is an error of the decoder`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ObjectSnapshot.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [0, 1, 2, 7, 200]) func `a value is found by its name among any number`(
    _ count: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(count))
    var values: [String: AttributeValue] = [:]
    for number in 0..<count { values["n\(random.below(10_000))"] = .int(Int64(number)) }
    let snapshot = ObjectSnapshot(objectID: try id(1), rowVersion: 0, values: values)
    #expect(snapshot.values == values)
    for name in Array(values.keys) + ["", "n", "n10000", "m", "z"] {
      #expect(snapshot[name] == values[name])
    }
  }

  @Test func `snapshots that lack a list are equal to those that never had it`() throws {
    let container = try PersistentContainer(model: Library.model(), store: CountingStore())
    let stock = container.makeContext()
    try Library.stock(stock)
    try stock.save()
    let context = container.makeContext()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    let snapshot = dune.snapshot()
    let again = ObjectSnapshot(
      objectID: snapshot.objectID, rowVersion: snapshot.rowVersion, values: snapshot.values)
    #expect(snapshot.values["tags"] == nil && snapshot == again && again == snapshot)
    #expect(snapshot.hashValue == again.hashValue && snapshot != dune.snapshot(loadingLists: true))
    #expect(throws: ManagedObjectError.self) { try snapshot["tags", as: [ManagedObjectID].self] }
  }
}
