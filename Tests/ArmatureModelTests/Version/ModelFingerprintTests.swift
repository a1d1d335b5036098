import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelFingerprintTests {
  private static func library(
    change: (inout [EntityDescription]) -> Void = { _ in }
  ) throws -> ManagedObjectModel {
    var entities = [
      Entity("Publication", isAbstract: true) {
        Attribute("title", String.self).default("x").length(1...200)
        Attribute("größe", Double?.self)
      }.description,
      Entity("Book", parent: "Publication") {
        Attribute("added", Date.self).default(.now)
        Composite("size") {
          Attribute("width", Int32.self)
          Attribute("height", Int16.self)
        }
        Relationship("author", to: "Author", inverse: "books", onDelete: .deny).required()
        Unique("title", "author")
        Unique("added")
        FetchedProperty("others", of: "Book") { $0.title != nil }
        Index("title")
      }.version("2").description,
      Entity("Author") {
        Attribute("mark", Bool.self).transient()
        Attribute("name", String.self).version("a").derived(from: .constant("x"))
        Relationship("books", to: "Book", .ordered).count(1...9)
      }.description,
    ]
    change(&entities)
    return try ManagedObjectModel("Library", entities: entities)
  }

  // Another program computed the numbers, using only the description of the bytes.
  @Test func `a fingerprint is the one that its description promises`() throws {
    let model = try Self.library()
    #expect(
      model.fingerprints.mapValues(\.description) == [
        "Publication": "6ec7cca1effb4c88be7d76394497a8a5",
        "Book": "ad79476fbb418161ad61c8d2072f7599",
        "Author": "78ec81d52b4a6699fa1e8a1233a7ce7e",
      ])
    #expect(model.fingerprint.description == "5de51ab40259458c941b1ff6b9b77adb")
    let empty = try ManagedObjectModel("Empty", entities: [])
    #expect(empty.fingerprint.description == "9d30c1f78465995be47dda5e4e4e77ed")
  }

  @Test func `the order of declarations does not matter`() throws {
    let model = try Self.library()
    let turned = try Self.library { entities in
      entities.reverse()
      for index in entities.indices {
        entities[index].ownProperties.reverse()
        entities[index].uniquenessConstraints.reverse()
      }
      entities[1].uniquenessConstraints[1].properties.reverse()
    }
    #expect(turned.fingerprints == model.fingerprints)
    #expect(turned.fingerprint == model.fingerprint)
    #expect(turned != model)
  }

  @Test func `a change of an entity changes those that inherit from it, and no others`() throws {
    let model = try Self.library()
    let changed = try Self.library { $0[0].versionHashModifier = "3" }
    let names = model.fingerprints.keys.filter {
      model.fingerprints[$0] != changed.fingerprints[$0]
    }
    #expect(names.sorted() == ["Book", "Publication"])
    #expect(model.fingerprint != changed.fingerprint)
  }

  @Test(arguments: [
    (0, "00000000000000000000000000000000"), (255, "000000000000000000000000000000ff"),
    (UInt128.max, "ffffffffffffffffffffffffffffffff"),
  ])
  func `a fingerprint is written in 32 digits and read back`(value: UInt128, text: String) throws {
    let fingerprint = ModelFingerprint(value)
    #expect(fingerprint.description == text)
    #expect(ModelFingerprint(text) == fingerprint)
    #expect(ModelFingerprint(text.uppercased()) == fingerprint)
    let data = try JSONEncoder().encode([fingerprint])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([ModelFingerprint].self, from: data) == [fingerprint])
  }

  @Test(arguments: [
    "", "0", "+0000000000000000000000000000000", "0000000000000000000000000000000g",
    "000000000000000000000000000000000", "０00000000000000000000000000000",
  ])
  func `what has not 32 hexadecimal digits is no fingerprint`(text: String) throws {
    #expect(ModelFingerprint(text) == nil)
    let data = try JSONEncoder().encode([text])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ModelFingerprint].self, from: data)
    }
    guard case .dataCorrupted(let context)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(
      context.debugDescription
        == "A fingerprint must have 32 hexadecimal digits, but is \"\(text)\".")
  }
}
