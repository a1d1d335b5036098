import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Migrations from version to version, of SQLite and JSON files.
@Suite(.needsSQLite) struct StagedMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") { Entity("Book", body) }
  }

  private static func versions() throws -> [StoreMigration.Version] {
    [
      .init(
        "1",
        try model {
          Attribute("title", String.self)
          Attribute("pages", Int.self)
        }),
      .init(
        "2",
        try model {
          Attribute("title", String.self)
          Attribute("size", String.self)
        },
        [
          .drop("Book.pages"),
          .set("Book.size", from: ["pages"]) { old in
            guard case .int(let pages)? = old["pages"] else { return .null }
            return .string(pages > 400 ? "thick" : "thin")
          },
        ]),
      .init(
        "3",
        try model {
          Attribute("name", String.self).renamed(from: "title")
          Attribute("size", String.self)
          Attribute("label", String.self)
        },
        [
          .set("Book.label", from: ["title", "size"]) { old in
            .string("\(old["size"] ?? .null) \(old["title"] ?? .null)")
          }
        ]),
    ]
  }

  private func fill(_ kind: FileKind, _ model: ManagedObjectModel) throws -> String {
    let path = folder.file("books.\(kind)")
    let container = try PersistentContainer(model: model, store: kind.store(path))
    let context = container.makeContext()
    for (title, pages) in [("Emma", 474), ("Persuasion", 249)] {
      try context.insert("Book").setValuesForKeys(["title": title, "pages": pages])
    }
    try context.save()
    return path
  }

  private func open(
    _ kind: FileKind, _ path: String, _ model: ManagedObjectModel,
    _ versions: [StoreMigration.Version]
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: kind.store(path), migration: .staged(versions))
  }

  private static let migrated = #"""
    Book 1 label: "\"thick\" \"Emma\"", name: "Emma", size: "thick"
    Book 2 label: "\"thin\" \"Persuasion\"", name: "Persuasion", size: "thin"
    """#

  @Test(arguments: FileKind.allCases)
  func `rows pass each version on their way to the last`(_ kind: FileKind) throws {
    let versions = try Self.versions()
    let path = try fill(kind, versions[0].model)
    let container = try open(kind, path, versions[2].model, versions)
    #expect(try StorePicture(container).description == Self.migrated)
    // The same list works for an existing file.
    let again = try open(kind, path, versions[2].model, versions)
    #expect(try StorePicture(again).description == Self.migrated)
    kind.expectWhole(path)
  }

  @Test(arguments: FileKind.allCases)
  func `a model in the middle is where the way ends, and one behind the last where it goes on`(
    _ kind: FileKind
  ) throws {
    let versions = try Self.versions()
    let path = try fill(kind, versions[0].model)
    let middle = try open(kind, path, versions[1].model, versions)
    #expect(
      try StorePicture(middle).description == """
        Book 1 size: "thick", title: "Emma"
        Book 2 size: "thin", title: "Persuasion"
        """)
    let next = try Self.model {
      Attribute("name", String.self)
      Attribute("size", String.self)
      Attribute("label", String.self)
      Attribute("lot", Int.self).default(1)
    }
    let last = try open(kind, path, next, versions)
    #expect(try StorePicture(last).description.contains("lot: 1, name: \"Emma\""))
  }

  @Test(arguments: FileKind.allCases)
  func `what stands in the way of a later version leaves all as it was`(_ kind: FileKind) throws {
    var versions = try Self.versions()
    versions[2] = .init("3", versions[2].model)
    let path = try fill(kind, versions[0].model)
    let bytes = try Data(contentsOf: URL(filePath: path))
    do {
      _ = try open(kind, path, versions[2].model, versions)
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(obstacles.map(\.step.property) == ["label"] && obstacles[0].count == 2)
    }
    #expect(try kind.store(path).metadata()?.model == versions[0].model)
    if kind == .json { #expect(try Data(contentsOf: URL(filePath: path)) == bytes) }
    kind.expectWhole(path)
  }

  @Test(arguments: FileKind.allCases)
  func `a file without its model is known by its fingerprint`(_ kind: FileKind) throws {
    let versions = try Self.versions()
    let path = try fill(kind, versions[0].model)
    switch kind {
    case .sqlite:
      try runSQL("DELETE FROM _armature WHERE key IN ('model', 'modelFormat', 'version')", path)
    case .json:
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let start = try #require(text.range(of: #","schema":"#)).lowerBound
      let end = try #require(text.range(of: "\n]}")).upperBound
      let plain = text.replacingCharacters(in: start..<end, with: "")
        .replacing("\"format\":2,", with: "")
      try plain.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try kind.store(path).metadata()?.model == nil)
    #expect(throws: (any Error).self) {
      try PersistentContainer(model: versions[2].model, store: kind.store(path))
    }
    let container = try open(kind, path, versions[2].model, versions)
    #expect(try StorePicture(container).description == Self.migrated)
    #expect(try kind.store(path).metadata()?.model == versions[2].model)
  }

  @Test(arguments: FileKind.allCases)
  func `a version that is not known, and one that is later, are named`(_ kind: FileKind) throws {
    let versions = try Self.versions()
    let path = try fill(kind, versions[0].model)
    let unknown = try #require(throws: PersistentStoreError.self) {
      try open(kind, path, versions[2].model, Array(versions[1...]))
    }
    #expect(
      unknown.description
        == "\(path) must have been saved with a version of the staged migration, but was saved "
        + "with model \(versions[0].model.fingerprint), which is not one of \"2\", \"3\". "
        + "Nothing was changed:"
        + " add that version to the list.")
    _ = try open(kind, path, versions[2].model, versions)
    let later = try #require(throws: PersistentStoreError.self) {
      try open(kind, path, versions[1].model, versions)
    }
    #expect(
      later.description
        == "\(path) must have been saved with version \"2\" or an earlier one, but was saved "
        + "with \"3\". Nothing was"
        + " changed: open it with the model of that version, or a later one.")
    #expect(try kind.store(path).metadata()?.model == versions[2].model)
  }

  @Test func `the statements of all versions can be read before`() throws {
    let versions = try Self.versions()
    let path = try fill(.sqlite, versions[0].model)
    let store = SQLiteStore(path)
    let all = try store.migrationSQL(to: versions[2].model, migration: .staged(versions))
    let first = try store.migrationSQL(to: versions[1].model, migration: .staged(versions))
    #expect(all.count > first.count && all.prefix(first.count).elementsEqual(first))
  }
}
