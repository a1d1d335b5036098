import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// Files that Core Data wrote on an Apple system.
@Suite(
  .enabled(
    if: XcodeCorpus.shared != nil,
    "The files of a public project stand beside the repository, in ../shared/data/coredata, and are not there."
  ))
struct CoreDataFileTests {
  private static let folder = "\(XcodeCorpus.shared?.path ?? "")/data/coredata"
  private static let model =
    "\(XcodeCorpus.shared?.path ?? "")/corpus/xcdatamodel/duckduckgo+BrowserServicesKit/BookmarksModel.xcdatamodeld"

  private static func store(_ number: Int) throws -> CoreDataStore {
    try CoreDataStore(contentsOf: "\(folder)/Bookmarks_V\(number).sqlite", model: model)
  }

  /// Returns the bookmarks with the identifiers of their targets, in order.
  private static func tree(_ context: ManagedObjectContext) throws -> [String: [String]] {
    func id(_ object: ManagedObject) -> String {
      if case .string(let id)? = object["uuid"] { id } else { "" }
    }
    var tree: [String: [String]] = [:]
    for object in try context.fetch(FetchRequest("BookmarkEntity")) {
      let (children, favorites): ([ManagedObject]?, [ManagedObject]?) = (
        object.children, object.favorites
      )
      tree["\(id(object)).children"] = children?.map(id)
      if !(favorites ?? []).isEmpty { tree["\(id(object)).favorites"] = favorites?.map(id) }
    }
    return tree.filter { !$0.value.isEmpty }
  }

  private static let children = [
    "bookmarks_root.children": ["1", "2", "3", "4", "5"], "3.children": ["31", "32", "33"],
  ]

  @Test(arguments: [
    (1, "BookmarksModel", ["5", "4", "33", "32", "2"]),
    (2, "BookmarksModel 2", ["5", "4", "33", "32", "2"]),
    (3, "BookmarksModel 3", ["5", "4", "33", "32", "2"]),
    (4, "BookmarksModel 4", ["5", "4", "33", "32", "2"]),
  ])
  func `each file has its objects, with the order of children and favourites`(
    number: Int, version: String, favorites: [String]
  ) throws {
    let store = try Self.store(number)
    #expect(store.model.version == version)
    #expect(store.count == 10 && store.issues.isEmpty)
    let context = ManagedObjectContext(model: store.model.model)
    #expect(try context.load(store.records).report.isEmpty)
    var expected = Self.children
    let found = try Self.tree(context)
    expected["favorites_root.favorites"] = found["favorites_root.favorites"]
    #expect(found == expected)
    #expect(Set(found["favorites_root.favorites"] ?? []) == Set(favorites))
    // The order differs from file to file; the last file's is known.
    if number == 4 { #expect(found["favorites_root.favorites"] == favorites) }
    let folders = context.objects(of: "BookmarkEntity").filter { $0["isFolder"] == true }
    #expect(folders.count == 4)
  }

  @Test func `nothing in the folder is changed`() throws {
    func state() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try Data(contentsOf: URL(filePath: "\(Self.folder)/\($0)")))
        })
    }
    let before = try state()
    _ = try Self.store(2)
    #expect(try state() == before)
  }

  @Test func `what the first version has keeps tree and order in the form of the fourth`() throws {
    let old = try Self.store(1)
    let folder = try TemporaryFolder()
    let path = folder.path + "/bookmarks.sqlite"
    var favorites: [String]?
    do {
      let container = try PersistentContainer(model: old.model.model, store: SQLiteStore(path))
      let context = container.makeContext()
      try context.load(old.records)
      favorites = try Self.tree(context)["favorites_root.favorites"]
      try context.save()
    }
    let new = try XcodeModel(contentsOf: Self.model, version: "BookmarksModel 4").model
    // The versions' hash modifiers claim another meaning of the values, but the project keeps them.
    let steps: [StoreMigration.Step] = [
      .set("BookmarkEntity.url", from: ["url"]) { $0["url"] ?? .null },
      .set("BookmarkEntity.uuid", from: ["uuid"]) { $0["uuid"] ?? .null },
      .drop("BookmarkEntity.isFavorite"),
    ]
    let container = try PersistentContainer(
      model: new, store: SQLiteStore(path), migration: .custom(steps))
    let context = container.makeContext()
    var expected = Self.children
    expected["favorites_root.favorites"] = favorites
    #expect(favorites?.count == 5)
    #expect(try Self.tree(context) == expected)
  }
}
