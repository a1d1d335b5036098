import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Changes that a fingerprint does not detect: swapped names, and cases of enumerations.
@Suite(.needsSQLite) struct UnmarkedChangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: migration)
  }

  private static func cups(_ type: any AttributeConvertible.Type) throws -> ManagedObjectModel {
    func attribute<Value: AttributeConvertible>(_ type: Value.Type) -> AttributeDescription {
      AttributeDescription("size", Value.attributeType)
    }
    return try ManagedObjectModel(
      "Cups", entities: [EntityDescription("Cup", properties: [.attribute(attribute(type))])])
  }

  private static func pairs(swapped: Bool, extra: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Pairs") {
      Entity("Pair") {
        let (first, second) = (Attribute("first", String.self), Attribute("second", String.self))
        swapped ? first.renamed(from: "second") : first
        swapped ? second.renamed(from: "first") : second
        if extra { Attribute("note", String?.self) }
      }
    }
  }

  private func fill(_ container: PersistentContainer, _ values: [String: AttributeValue]) throws {
    let context = container.makeContext()
    let object = try context.insert(container.model.entities[0].name)
    for (name, value) in values { try object.setValue(value, forKey: name) }
    try context.save()
  }

  @Test(arguments: FileKind.allCases)
  func `a new case needs no migration, and those who do not know it go on`(kind: FileKind) throws {
    let old = try open(kind, Self.cups(TwoSizes.self))
    try fill(old, ["size": "small"])
    let new = try open(kind, Self.cups(ThreeSizes.self), .refuse)
    try fill(new, ["size": "large"])
    try (old.store as? JSONFileStore)?.reload()
    try fill(old, ["size": "large"])
    let context = old.makeContext()
    #expect(try context.fetch("Cup").map { $0["size"] } == ["small", "large", "large"])
    _ = try open(kind, Self.cups(TwoSizes.self))
  }

  @Test(arguments: FileKind.allCases)
  func `a case that is gone is replaced by code`(kind: FileKind) throws {
    try fill(open(kind, Self.cups(ThreeSizes.self)), ["size": "medium"])
    let step = StoreMigration.Step.set("Cup.size", from: ["size"]) { old in
      old["size"] == "medium" ? "large" : old["size"] ?? .null
    }
    let container = try open(kind, Self.cups(TwoSizes.self), .custom([step]))
    let context = container.makeContext()
    #expect(try context.fetch("Cup").map { $0["size"] } == ["large"])
    _ = try open(kind, Self.cups(TwoSizes.self), .refuse)
  }

  @Test(arguments: FileKind.allCases)
  func `names are swapped with another change, once, and never without`(kind: FileKind) throws {
    try fill(open(kind, Self.pairs(swapped: false)), ["first": "a", "second": "b"])
    for migration: StoreMigration in [.automatic, .refuse, .custom([])] {
      let error = try #require(throws: PersistentStoreError.self) {
        _ = try open(kind, Self.pairs(swapped: true), migration)
      }
      guard case .modelDiffers(_, let saved, let expected, _) = error else { throw error }
      #expect(saved == expected && "\(error)".contains("swap names together with another change"))
    }
    let old = try open(kind, Self.pairs(swapped: false)).makeContext()
    #expect(try old.fetch("Pair").map { $0["first"] } == ["a"])
    let models = try [
      Self.pairs(swapped: true, extra: true), Self.pairs(swapped: true, extra: true),
      Self.pairs(swapped: false, extra: true),
    ]
    for model in models {
      let container = try open(kind, model)
      let context = container.makeContext()
      let pair = try context.fetch("Pair")[0]
      #expect(pair["first"] == "b" && pair["second"] == "a")
      // A save keeps the model.
      try fill(container, ["first": "x", "second": "y"])
    }
    // No step leads back to this earlier version.
    #expect(throws: PersistentStoreError.self) {
      _ = try open(kind, Self.pairs(swapped: true, extra: true))
    }
  }

  @Test(arguments: FileKind.allCases)
  func `versions that no fingerprint tells apart are passed in their order`(kind: FileKind) throws {
    try fill(open(kind, Self.cups(ThreeSizes.self)), ["size": "medium"])
    let replace = StoreMigration.Step.set("Cup.size", from: ["size"]) { old in
      old["size"] == "medium" ? "large" : old["size"] ?? .null
    }
    let shrink = StoreMigration.Step.set("Cup.size", from: ["size"]) { _ in "small" }
    let versions: [StoreMigration.Version] = try [
      .init("1", Self.cups(ThreeSizes.self)), .init("2", Self.cups(TwoSizes.self), [replace]),
      .init("3", Self.cups(OneSize.self), [shrink]),
    ]
    let container = try open(kind, Self.cups(OneSize.self), .staged(versions))
    let context = container.makeContext()
    #expect(try context.fetch("Cup").map { $0["size"] } == ["small"])
    // Earlier versions read the last version's values as well.
    _ = try open(kind, Self.cups(TwoSizes.self), .staged(versions))
  }

  private enum OneSize: String, AttributeConvertible, CaseIterable { case small }
}
