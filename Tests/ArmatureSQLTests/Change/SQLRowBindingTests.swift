import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL

/// The parameters of a statement that writes rows.
@Suite struct SQLRowBindingTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Diary") {
      Entity("Entry") {
        Attribute("count", Int?.self)
        Attribute("mood", Double?.self)
        Attribute("isOpen", Bool?.self)
        Attribute("written", Date?.self)
        Attribute("text", String?.self)
        Attribute("meeting", ZonedDate?.self)
        Composite("place") {
          Attribute("x", Double?.self)
          Attribute("y", Double?.self)
        }.optional()
        Attribute("cost", Decimal?.self)
        Attribute("scan", Data?.self).storedExternally()
        Relationship("person", to: "Person", inverse: "entries")
        Relationship("shelf", to: "Shelf", inverse: "entries")
      }
      Entity("Person") { Relationship("entries", to: "Entry", .toMany, inverse: "person") }
      Entity("Friend", parent: "Person") {}
      Entity("Shelf") { Relationship("entries", to: "Entry", .ordered, inverse: "shelf") }
    }
  }

  private let schema: SQLSchema
  private let cursor = RecordingCursor()
  private let names: [String]

  init() throws {
    let model = try Self.model()
    schema = SQLSchema(model)
    names = model["Entry"]?.persistentProperties.map(\.name) ?? []
  }

  /// Returns a binding of some properties.
  private func binding(
    _ properties: [String]? = nil, from first: Int = 2, isByTable: Bool = false,
    _ files: TrialFiles? = nil
  ) -> SQLRowBinding {
    SQLRowBinding(
      cursor, (properties ?? names).compactMap(names.firstIndex), from: first,
      isByTable: isByTable, schema.places["Entry"] ?? [], files)
  }

  private func position(_ name: String) throws -> Int { try #require(names.firstIndex(of: name)) }

  private static let storeID = UUID()

  private static func object(_ entity: String) -> AttributeValue {
    .object(ManagedObjectID(entityName: entity, key: 7, storeID: storeID))
  }

  private static let values: [(String, AttributeValue, String)] = [
    ("count", 5, "2: 5"),
    ("count", .null, "2: -"),
    ("mood", 1.5, "3: 1.5"),
    ("mood", 2, "3: 2.0"),
    ("mood", .double(.nan), "3: NaN"),
    ("isOpen", true, "4: 1"),
    ("written", .date(Date(timeIntervalSinceReferenceDate: 60)), "5: 60.0"),
    ("written", .date(Date(timeIntervalSinceReferenceDate: .nan)), "5: NaN"),
    ("text", "é", "6: é"),
    (
      "meeting",
      .zonedDate(
        ZonedDate(
          date: Date(timeIntervalSinceReferenceDate: 9), timeZoneIdentifier: "Europe/Berlin")),
      "7: 9.0, 8: Europe/Berlin"
    ),
    ("meeting", .null, "7: -, 8: -"),
    ("place", .composite(["y": 3.5]), "9: 1, 10: -, 11: 3.5"),
    ("place", .null, "9: -, 10: -, 11: -"),
    ("cost", .decimal(Decimal(string: "1.50") ?? 0), "12: 1.5"),
    ("scan", .data(Data([1, 2])), "13: 2 bytes"),
    ("person", object("Friend"), "14: 7, 15: Friend"),
    ("person", .null, "14: -, 15: -"),
    // The other side sets the position.
    ("shelf", object("Shelf"), "16: 7, 17: -"),
  ]

  @Test(arguments: values)
  func `a value is bound to the columns of its property`(
    _ name: String, _ value: AttributeValue, _ picture: String
  ) throws {
    let binding = binding()
    try binding.write(value, at: position(name))
    #expect(cursor.picture == picture)
    #expect(binding.takeInvalidValues().isEmpty)
    #expect(binding.end == 18)
    // In a further row, all parameters move.
    let first = cursor.values
    cursor.clear()
    binding.offset = 100
    try binding.write(value, at: position(name))
    #expect(
      cursor.values == Dictionary(uniqueKeysWithValues: first.map { ($0.key + 100, $0.value) }))
  }

  @Test func `text is bound by its bytes`() throws {
    let binding = binding()
    let text = "naïve"
    try Array(text.utf8).withUnsafeBufferPointer {
      try binding.write(utf8: $0, at: position("text"))
      try binding.write(utf8: $0, at: position("count"))
    }
    #expect(cursor.picture == "6: naïve")
    #expect(binding.takeInvalidValues().map(\.value) == [.string(text)])
  }

  @Test func `the parameters of a further row follow the first row`() throws {
    let binding = binding(["count", "place"], from: 1)
    #expect(binding.end == 5)
    binding.offset = 5
    try binding.write(4 as Int64, at: position("count"))
    try binding.write(.composite(["x": 1.5]), at: position("place"))
    #expect(cursor.picture == "6: 4, 7: 1, 8: 1.5, 9: -")
  }

  @Test func `the parameters are in the order of the properties or of the table`() throws {
    for (isByTable, picture) in [(false, "0: b, 1: 1"), (true, "0: 1, 4: b")] {
      let binding = binding(["text", "count"], from: 0, isByTable: isByTable)
      cursor.clear()
      try binding.write("b", at: position("text"))
      try binding.write(1 as Int64, at: position("count"))
      #expect(cursor.picture == picture)
    }
  }

  @Test func `properties without parameters are ignored`() throws {
    let binding = binding(["count"])
    try binding.write("b" as AttributeValue, at: position("text"))
    try binding.write(1 as AttributeValue, at: names.count)
    try binding.write(1 as AttributeValue, at: -1)
    #expect(cursor.values.isEmpty && binding.takeInvalidValues().isEmpty)
  }

  @Test func `invalid values are collected once`() throws {
    let binding = binding()
    let values: [(String, AttributeValue)] = [
      ("count", "five"), ("text", 5), ("isOpen", .data(Data())), ("place", 1), ("meeting", "noon"),
    ]
    for (name, value) in values { try binding.write(value, at: position(name)) }
    let found = binding.takeInvalidValues()
    #expect(found.map(\.value) == values.map(\.1))
    #expect(try found.map(\.property) == values.map { try position($0.0) })
    #expect(cursor.values.isEmpty && binding.takeInvalidValues().isEmpty)
  }

  @Test func `large data are replaced by a reference`() throws {
    let files = TrialFiles()
    let binding = binding(nil, files)
    try binding.write(.data(Data("large data".utf8)), at: position("scan"))
    #expect(cursor.picture == "13: file-1")
    #expect(try files.data(of: "file-1") == Data("large data".utf8))
  }
}
