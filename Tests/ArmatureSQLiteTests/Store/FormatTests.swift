import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Files in each historical format, with and without the model of their rows.
@Suite(.needsSQLite) struct FormatTests {
  /// A file written by this or an earlier version of the library.
  enum Format: String, CaseIterable, Sendable {
    /// The first format: only the model's fingerprint is recorded.
    case sqliteWithoutModel = "sqlite-1-without-model.sql"
    case sqlite = "sqlite-1.sql"
    /// The first format: only the model's fingerprint is recorded.
    case jsonWithoutModel = "json-1.json"
    case json = "json-2.json"

    var kind: FileKind { rawValue.hasSuffix(".sql") ? .sqlite : .json }
    var keepsModel: Bool { self == .sqlite || self == .json }
  }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows")
  }

  /// Creates the file.
  private func write(_ format: Format) throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Formats/\(format.rawValue)")
    let text = try String(contentsOf: source, encoding: .utf8)
    if format.kind == .sqlite { return try runSQL(text, path) }
    try folder.write(text, to: "rows")
  }

  private func open(
    _ format: Format, _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: format.kind.store(path), migration: migration)
  }

  /// Returns the model of the files, or one with another attribute.
  private static func model(hasNotes: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).unique()
        Attribute("born", Date?.self)
        Relationship("books", to: "Book", .ordered, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("price", Decimal?.self)
        Attribute("pages", Int.self).default(1)
        Attribute("words", [String]?.self)
        if hasNotes { Attribute("note", String.self).default("none") }
        Relationship("author", to: "Author", inverse: "books")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
      }
      Entity("Novel", parent: "Book") { Attribute("code", UUID?.self) }
      Entity("Tag") {
        Attribute("word", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
    }
  }

  private static let rows = """
    Author 1 books: [4, 5], born: 1775-05-18T14:13:19.5Z, name: "Jane Austen"
    Tag 2 books: [4], word: "old"
    Tag 3 books: [4, 5], word: "gröss"
    Novel 4 author: [1], code: 0F0E0D0C-0B0A-0908-0706-050403020100, pages: 1, price: 9.9, tags: [2, 3], \
    title: "Emma", words: ["a", "b, \\"c\\""]
    Book 5 author: [1], pages: 1, tags: [3], title: "Letters"
    """

  @Test(arguments: Format.allCases)
  func `a file of each form is opened, and saved to`(format: Format) throws {
    try write(format)
    #expect(try (format.kind.store(path).metadata()?.model != nil) == format.keepsModel)
    let container = try open(format, Self.model(), .refuse)
    #expect(try StorePicture(container).description == Self.rows)
    #expect(try container.verify().isValid)
    let context = container.makeContext()
    let tag = try context.insert("Tag")
    try tag.setValue("new", forKey: "word")
    try context.save()
    #expect(tag.objectID.key > 5)
    #expect(try StorePicture(open(format, Self.model(), .refuse)).objects.count == 6)
    // From now on, the file contains the model.
    #expect(try format.kind.store(path).metadata()?.model == Self.model())
  }

  @Test(arguments: Format.allCases)
  func `a file of each form is migrated, if somebody knows its model`(format: Format) throws {
    try write(format)
    let model = try Self.model(hasNotes: true)
    if !format.keepsModel {
      #expect(throws: (any Error).self) { try open(format, model) }
    }
    let versions: [StoreMigration.Version] = [.init("1", try Self.model()), .init("2", model)]
    let container = try open(format, model, format.keepsModel ? .automatic : .staged(versions))
    #expect(
      try StorePicture(container).description
        == Self.rows
        .replacing(", pages: 1", with: ", note: \"none\", pages: 1"))
    #expect(try container.verify().isValid)
    #expect(try format.kind.store(path).metadata()?.model == model)
    format.kind.expectWhole(path)
  }
}
